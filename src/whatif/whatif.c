/* SPDX-License-Identifier: BSD-3-Clause */
#include "whatif/whatif.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/facts/say.h"
#include "analyze/facts/source_location.h"
#include "analyze/facts/starvation.h"
#include "base/log.h"
#include "base/order.h"

static const struct column columns[] = {
    { "change", "change", CELL_TEXT,
      "What is changed; \"none\" is the run as it was." },
    { "run_time_s", "T", CELL_NS, "Simulated run time." },
    { "difference_s", "difference", CELL_NS_MORE, "T - T without changes." },
    { "difference", "in percent", CELL_RATIO_MORE,
      "The same, divided by T without changes." },
    { "parallel_efficiency", "parallel efficiency", CELL_RATIO,
      "Mean useful time / T (POP)." },
    { "load_balance", "load balance", CELL_RATIO,
      "Mean useful time / largest useful time of a rank (POP)." },
    { "serialisation_efficiency", "serialisation", CELL_RATIO,
      "Largest useful time of a rank / T on an ideal network (POP)." },
    { "transfer_efficiency", "transfer", CELL_RATIO,
      "T on an ideal network / T (POP)." },
};
static const struct column path_columns[] = {
    { "rank", "rank", CELL_INTEGER, "The rank on the critical path." },
    { "activity", "activity", CELL_TEXT,
      "\"work\" that leads to the call, or the \"call\" without waits." },
    { "procedure", "procedure", CELL_TEXT, "The MPI procedure called." },
    { "where", "where", CELL_TEXT, "File and line of the call." },
    { "region", "region", CELL_TEXT,
      "The region of the program that the work, or the call, is in." },
    { "time_s", "on the path", CELL_NS,
      "Time on the critical path with all changes." },
    { "share", "of T", CELL_RATIO, "Time / T with all changes." },
};

enum { SCENARIOS, PATH };

const struct table_form whatif_forms[] = {
    [SCENARIOS] = TABLE_FORM("whatif", "Simulated run time",
                             SECTION_EFFICIENCY, columns),
    [PATH] = TABLE_FORM("whatif_path", "Critical path with all changes",
                        SECTION_WAITS, path_columns),
};
const size_t whatif_form_count =
    sizeof(whatif_forms) / sizeof(whatif_forms[0]);

struct whatif {
    const struct profile *profile;
    const struct replay_log *log;
    const struct changes *changes;
    const struct scenarios *found;
};

static uint64_t length_of(const struct whatif *all, size_t row)
{
    return all->found->results[2 * row].length;
}

static double ratio_of(double a, double b)
{
    return b > 0 ? a / b : 0;
}

/* ---- the table of scenarios ---- */

static void add_efficiencies(struct table *table, const struct whatif *all,
                             size_t row)
{
    const struct scenario_result *plain = &all->found->results[2 * row];
    double length = (double)plain->length;
    double ideal = (double)all->found->results[2 * row + 1].length;
    double most = (double)plain->useful_most;
    double mean = (double)plain->useful_sum / all->found->run->ranks;

    table_real(table, ratio_of(mean, length));
    table_real(table, ratio_of(mean, most));
    table_real(table, ratio_of(most, ideal));
    table_real(table, ratio_of(ideal, length));
}

static void add_row(struct table *table, const struct whatif *all, size_t row,
                    const char *name)
{
    uint64_t before = length_of(all, WHATIF_UNCHANGED);
    int64_t more = (int64_t)(length_of(all, row) - before);

    table_text(table, name);
    table_number(table, length_of(all, row));
    table_integer(table, more);
    table_real(table, ratio_of((double)more, (double)before));
    add_efficiencies(table, all, row);
}

static enum status add_scenarios(const struct whatif *all,
                                 struct report *report)
{
    const struct changes *changes = all->changes;
    struct table *table = report_add_form(report, &whatif_forms[SCENARIOS]);

    if (table == NULL)
        return STATUS_NO_MEMORY;
    table->whole = true;
    add_row(table, all, WHATIF_UNCHANGED, "none");
    for (size_t i = 0; changes->word_count > 1 && i < changes->word_count; i++)
        add_row(table, all, WHATIF_WORDS + i, changes->words[i]);
    add_row(table, all, WHATIF_CHANGED,
            changes->word_count > 1 ? "all of these" : changes->words[0]);
    return STATUS_OK;
}

/* ---- who is then critical ---- */

static const struct replay_site *site_of(const struct whatif *all,
                                         const struct path_part *part)
{
    return &all->log->sites[part->activity / 2];
}

static const char *call_of(const struct whatif *all,
                           const struct path_part *part)
{
    return all->profile->calls[site_of(all, part)->call].name;
}

ORDER(by_time, struct path_part, DOWN(ns) UP(rank) UP(activity));

static void add_part(struct table *table, const struct whatif *all,
                     const struct path_part *part)
{
    const struct definitions *names = all->profile->definitions;
    const struct replay_site *site = site_of(all, part);
    struct source_location place;

    source_location_leaf(names, site->path, &place);
    table_integer(table, part->rank);
    table_text(table, part->activity % 2 ? "call" : "work");
    table_text(table, call_of(all, part));
    table_text(table,
               place.location[0] != '\0' ? place.location : place.function);
    table_name(table, names, site->region, source_location_region);
    table_number(table, part->ns);
    table_real(table, ratio_of((double)part->ns,
                               (double)length_of(all, WHATIF_CHANGED)));
}

static enum status add_path(const struct whatif *all, struct report *report)
{
    struct table *table = report_add_form(report, &whatif_forms[PATH]);

    if (table == NULL)
        return STATUS_NO_MEMORY;
    for (size_t i = 0; i < all->found->path_count; i++)
        if (all->found->path[i].ns > 0)
            add_part(table, all, &all->found->path[i]);
    return STATUS_OK;
}

/* The rank with most of the path; its time there. */
static uint32_t critical_rank(const struct whatif *all, uint64_t *most)
{
    uint64_t *sums = calloc(all->profile->rank_count + 1u, sizeof(*sums));
    uint32_t rank = 0;

    for (size_t i = 0; sums != NULL && i < all->found->path_count; i++)
        sums[all->found->path[i].rank] += all->found->path[i].ns;
    for (uint32_t i = 1; sums != NULL && i < all->profile->rank_count; i++)
        if (sums[i] > sums[rank])
            rank = i;
    *most = sums == NULL ? 0 : sums[rank];
    free(sums);
    return rank;
}

/* The path is sorted by time. */
static const struct path_part *largest_of(const struct whatif *all,
                                          uint32_t rank)
{
    for (size_t i = 0; i < all->found->path_count; i++)
        if (all->found->path[i].rank == rank)
            return &all->found->path[i];
    return NULL;
}

static void say_call(struct strbuf *out, const struct whatif *all,
                     const struct replay_site *site)
{
    struct source_location place;

    source_location_leaf(all->profile->definitions, site->path, &place);
    strbuf_puts(out, all->profile->calls[site->call].name);
    if (place.location[0] != '\0')
        strbuf_printf(out, " (%s)", place.location);
}

static void say_part(struct strbuf *out, const struct whatif *all,
                     const struct path_part *part)
{
    strbuf_puts(out, part->activity % 2 ? "inside " : "work before ");
    say_call(out, all, site_of(all, part));
}

static void say_critical(const struct whatif *all, struct report *report)
{
    uint64_t most;
    uint32_t rank = critical_rank(all, &most);
    const struct path_part *part = largest_of(all, rank);
    struct strbuf what = { 0 };

    if (part == NULL || most == 0)
        return;
    say_part(&what, all, part);
    report_verdict(
        report,
        "Rank %u would then have the most time on the critical path: %s, of "
        "which %s is %s.",
        rank, say_seconds(most).text, say_seconds(part->ns).text,
        strbuf_text(&what));
    strbuf_clear(&what);
}

/* ---- the report ---- */

#define LEAST_SHARE 0.001 /* of T: less is no change */

/* Facts that the simulation does not know. */
static void say_messages(const struct replay_result *run,
                         struct report *report)
{
    uint64_t messages =
        run->sends > run->receives ? run->sends : run->receives;

    if (run->matched < messages)
        report_completeness(report,
                            "Only %llu of %s have both ends in the trace; the "
                            "simulation ignores waits for the others.",
                            (unsigned long long)run->matched,
                            say_count(messages, "message").text);
    if (run->violations > 0)
        report_completeness(report,
                            "By the clocks of the ranks, %s arrived up to %s "
                            "before being sent: smaller differences are not "
                            "gains.",
                            say_count(run->violations, "message").text,
                            say_seconds(run->violation_most).text);
}

static void say_starved(const struct scope *scope, struct strbuf *out)
{
    struct starvation starvation = starvation_of(scope);

    if (!starvation.starved)
        return;
    starvation_say(scope, &starvation, out);
    strbuf_printf(out,
                  "  The simulated times below include that wait, so their "
                  "differences cannot be gained.  %s",
                  starvation_cure(&starvation));
}

void whatif_doubt(struct profile *of_run, struct strbuf *doubt)
{
    static const struct analyze_options options = { .top = 0 };
    struct scope scope;

    if (of_run == NULL)
        return;
    if (scope_init(&scope, of_run, &options) == STATUS_OK &&
        sharing_add_ranks(&scope) == STATUS_OK)
        say_starved(&scope, doubt);
    scope_clear(&scope);
}

static void say_lengths(const struct whatif *all, struct report *report)
{
    uint64_t before = length_of(all, WHATIF_UNCHANGED);
    uint64_t after = length_of(all, WHATIF_CHANGED);
    const char *what = all->changes->word_count > 1 ? "all of these changes"
                                                    : all->changes->words[0];
    double share = ratio_of((double)after - (double)before, (double)before);

    if (fabs(share) < LEAST_SHARE)
        report_verdict(report, "With %s the run takes as long as before, %s.",
                       what, say_seconds(before).text);
    else
        report_verdict(report, "With %s: %s -> %s (%s%s).", what,
                       say_seconds(before).text, say_seconds(after).text,
                       share < 0 ? "-" : "+", say_percent(fabs(share)).text);
    report_verdict(report,
                   "Without changes the simulated run takes %s; the measured "
                   "run took %s.",
                   say_seconds(before).text,
                   say_seconds(all->found->measured).text);
}

static void say_network(const struct whatif *all, struct report *report)
{
    if (all->changes->fitted)
        report_verdict(
            report,
            "Latency and bandwidth are fitted to the calls of the run (see "
            "the table network of the report); calls for which they are "
            "unknown, %s of the time in transfers, stay as they are.",
            say_percent(1 - all->changes->known).text);
}

/* In what work is shared evenly. */
static void say_steps(const struct whatif *all, struct report *report)
{
    const struct steps *steps = &all->changes->steps;
    bool in_steps = false;
    uint32_t site = 0;
    struct strbuf end = { 0 }, merged = { 0 };

    for (size_t i = 0; i < all->changes->count; i++)
        in_steps |= all->changes->shared[i].members != NULL &&
                    !all->changes->shared[i].total;
    if (!in_steps)
        return;
    if (steps->count == 0) {
        report_verdict(report, "The run has no steps common to all ranks: the "
                               "work of the whole run is shared evenly.");
        return;
    }
    while (!steps->ends[site])
        site++;
    say_call(&end, all, &all->log->sites[site]);
    if (steps->merged > 1)
        strbuf_printf(&merged, ", %u of them taken as one", steps->merged);
    report_verdict(report,
                   "Work is shared evenly in each of the %u steps%s, which "
                   "end with %s; =even-total shares the work of the whole "
                   "run.",
                   all->changes->step_count, strbuf_text(&merged),
                   strbuf_text(&end));
    strbuf_clear(&end);
    strbuf_clear(&merged);
}

static enum status check_itself(const struct whatif *all)
{
    const char *doubt =
        replay_result_doubt(all->found->run, all->profile->rank_count);

    if (doubt != NULL)
        return log_fail(STATUS_BAD_FORMAT, "the run cannot be simulated: %s",
                        doubt);
    if (!scenarios_agree(all->found, length_of(all, WHATIF_UNCHANGED)))
        return log_fail(STATUS_BAD_FORMAT,
                        "the run cannot be simulated: without changes it "
                        "takes %s in the simulation, and took %s",
                        say_seconds(length_of(all, WHATIF_UNCHANGED)).text,
                        say_seconds(all->found->measured).text);
    return STATUS_OK;
}

enum status whatif_report(const struct profile *profile,
                          const struct replay_log *log,
                          const struct changes *changes, const char *doubt,
                          const struct scenarios *found, struct report **out)
{
    struct whatif all = { profile, log, changes, found };
    struct report *report = NULL;
    enum status status = check_itself(&all);

    if (status == STATUS_OK)
        status = report_create(&report);
    if (status != STATUS_OK)
        return status;
    if (found->path_count > 0)
        qsort(found->path, found->path_count, sizeof(*found->path), by_time);
    if (doubt[0] != '\0')
        report_verdict(report, "%s", doubt);
    say_lengths(&all, report);
    say_steps(&all, report);
    say_network(&all, report);
    say_critical(&all, report);
    say_messages(found->run, report);
    status = add_scenarios(&all, report);
    if (status == STATUS_OK)
        status = add_path(&all, report);
    return report_hand_over(report, status, out);
}

/* Each row, and the same on an ideal network. */
static void put_row(struct scenario *scenarios, size_t row,
                    const struct scenario *from)
{
    scenarios[2 * row] = scenarios[2 * row + 1] = *from;
    scenarios[2 * row + 1].ideal = true;
}

static size_t put_rows(struct changes *changes, struct scenario *scenarios)
{
    struct steps *steps = changes->steps.count > 0 ? &changes->steps : NULL;
    size_t rows = WHATIF_WORDS;

    put_row(scenarios, WHATIF_CHANGED,
            &(struct scenario){ .changes = changes->items,
                                .count = changes->count,
                                .steps = steps,
                                .ideal = changes->ideal });
    put_row(scenarios, WHATIF_UNCHANGED, &(struct scenario){ .count = 0 });
    for (size_t i = 0; changes->word_count > 1 && i < changes->word_count;
         i++) {
        changes->of_words[i].steps = steps;
        put_row(scenarios, rows++, &changes->of_words[i]);
    }
    return 2 * rows;
}

enum status whatif_run(const struct profile *profile,
                       const struct replay_log *log, struct changes *changes,
                       const char *doubt, const struct progress *progress,
                       struct report **out)
{
    size_t room = 2 * (WHATIF_WORDS + changes->word_count);
    struct scenario *scenarios = calloc(room, sizeof(*scenarios));
    struct scenarios found;
    enum status status;

    if (scenarios == NULL)
        return log_fail(STATUS_NO_MEMORY, "replay of the trace");
    status = replay_scenarios(log, profile, scenarios,
                              (uint32_t)put_rows(changes, scenarios), progress,
                              &found);
    free(scenarios);
    if (status == STATUS_OK)
        status = whatif_report(profile, log, changes, doubt, &found, out);
    scenarios_clear(&found);
    return status;
}
