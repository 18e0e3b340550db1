/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * verdict.c - the first lines of a report on Python profiles: where the time went,
 * and the causes of lost time, by gain.
 *
 * Time in MPI is waiting for others and transfers: what ranks could share
 * evenly is the rest, their work.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/ranklist.h"
#include "base/text/affix.h"
#include "base/text/human.h"
#include "pyprof/causes.h"
#include "pyprof/files/label.h"
#include "pyprof/report.h"
#include "pyprof/tables.h"

#define LARGE_GAIN 0.1   /* of T */
#define MUCH_MPI 0.05    /* of T, on the rank with the least */
#define MUCH_IMPORT 0.05 /* of T */
#define IMPORT_NS UINT64_C(1000000000)
#define DIGITS 3

struct py_said_seconds py_say_seconds(uint64_t ns)
{
    struct strbuf text = { 0 };
    struct py_said_seconds said;

    human_time(&text, ns, DIGITS);
    snprintf(said.text, sizeof(said.text), "%s", strbuf_text(&text));
    strbuf_clear(&text);
    return said;
}

static double percent_of(uint64_t part, uint64_t whole)
{
    return 100 * py_share(part, whole);
}

static uint64_t work_of(const struct py_rank *rank)
{
    return rank->own_ns - rank->mpi_ns;
}

/* ---- where the time went ---- */

/* The script: the longest file of the program that ran as a whole; or "". */
static const char *program_of(const struct pyprof *merged)
{
    const struct py_function *script = NULL;

    for (uint32_t i = 0; i < merged->function_count; i++) {
        const struct py_function *item = &merged->functions[i];

        if (item->program && item->listed &&
            strcmp(py_names_text(&merged->names, item->key.name),
                   "<module>") == 0 &&
            (script == NULL ||
             item->total.cumulative > script->total.cumulative))
            script = item;
    }
    return script == NULL
               ? ""
               : last_part(py_names_text(&merged->names, script->key.file));
}

static void say_times(const struct pyprof *merged, struct report *report)
{
    const struct py_rank *longest = merged_longest(merged);
    uint64_t all = merged_own_ns(merged), mpi = merged_mpi_ns(merged);
    const char *program = program_of(merged);
    struct strbuf text = { 0 };

    label_short(&text, program);
    strbuf_puts(&text, program[0] == '\0' ? "" : ", ");
    if (merged->rank_count == 1)
        strbuf_printf(&text, "rank %d", longest->rank);
    else
        strbuf_printf(&text, "%zu ranks", merged->rank_count);
    strbuf_printf(&text, ", %s in Python functions",
                  py_say_seconds(longest->own_ns).text);
    if (merged->rank_count > 1)
        strbuf_printf(&text, " (rank %d, the longest; T)", longest->rank);
    if (mpi > 0)
        strbuf_printf(&text, ": %s%.0f %% work, %.0f %% in MPI",
                      merged->rank_count > 1 ? "on average " : "",
                      percent_of(all - mpi, all), percent_of(mpi, all));
    report_verdict(report, "%s", strbuf_text(&text));
    strbuf_clear(&text);
}

static void say_idle(const struct pyprof *merged, struct report *report)
{
    struct strbuf ranks = { 0 }, named = { 0 };
    struct ranklist_text list = { .out = &ranks };
    uint64_t most = 0;
    size_t idle;

    for (size_t i = 0; i < merged->rank_count; i++)
        if (work_of(&merged->ranks[i]) > most)
            most = work_of(&merged->ranks[i]);
    for (size_t i = 0; i < merged->rank_count; i++)
        if ((double)work_of(&merged->ranks[i]) < CAUSES_IDLE * (double)most)
            ranklist_text_add(&list, (uint32_t)merged->ranks[i].rank);
    idle = ranklist_text_end(&list);
    ranklist_name(&named, strbuf_text(&ranks));
    if (idle > 0)
        report_verdict(report, "%zu of %zu ranks work%s, %zu %s: %s.",
                       merged->rank_count - idle, merged->rank_count,
                       merged->rank_count - idle == 1 ? "s" : "", idle,
                       idle == 1 ? "is idle" : "are idle",
                       strbuf_text(&named));
    strbuf_clear(&ranks);
    strbuf_clear(&named);
}

/* ---- several programs ---- */

/* Whether the rank has no function of the program in common with the first. */
static bool rank_is_stranger(const struct py_rank *rank)
{
    return rank->own_program > 0 && rank->shared_program == 0;
}

/* Files of two programs, or of two jobs: ranks are not comparable then. */
static bool say_strangers(const struct pyprof *merged, struct report *report)
{
    struct strbuf ranks = { 0 }, named = { 0 };
    struct ranklist_text list = { .out = &ranks };
    size_t count;

    for (size_t i = 0; i < merged->rank_count; i++)
        if (rank_is_stranger(&merged->ranks[i]))
            ranklist_text_add(&list, (uint32_t)merged->ranks[i].rank);
    count = ranklist_text_end(&list);
    ranklist_name(&named, strbuf_text(&ranks));
    if (count > 0)
        report_verdict(
            report,
            "These are profiles of different programs: %s %s no "
            "function of the program in common with rank %d.  Merge the files "
            "of each program separately (--ranks), as ranks are compared only "
            "within a program.",
            strbuf_text(&named), count == 1 ? "has" : "have",
            merged->ranks[0].rank);
    strbuf_clear(&ranks);
    strbuf_clear(&named);
    return count > 0;
}

/* ---- causes ---- */

static void put_ranks(struct strbuf *out, const char *which,
                      const struct py_cause *cause, const char *works,
                      const char *how)
{
    strbuf_puts(out, which);
    ranklist_say(out, strbuf_text(&cause->list));
    strbuf_printf(out, " %s%s", works, how);
}

/* "the others" than that rank, or "rank 0" of two; first: of a sentence. */
static void put_others(struct strbuf *out, const struct pyprof *merged,
                       size_t rank, bool first)
{
    if (merged->rank_count == 2)
        strbuf_printf(out, "%cank %d", first ? 'R' : 'r',
                      merged->ranks[rank == 0].rank);
    else
        strbuf_printf(out, "%che others", first ? 'T' : 't');
}

static void put_longer(struct strbuf *out, const struct pyprof *merged,
                       const struct py_causes *causes,
                       const struct py_cause *cause)
{
    int rank = merged->ranks[cause->rank].rank;
    const char *works = causes->mpi_known ? "work" : "run";
    double times = py_share(cause->most, cause->others);

    if (cause->working == 1) {
        strbuf_printf(out, "Rank %d %ss alone", rank, works);
    } else if (cause->working < merged->rank_count) {
        put_ranks(out, "Only ranks ", cause, works, "");
    } else if (cause->slow > 1 && cause->slow <= merged->rank_count / 2) {
        put_ranks(out, "Ranks ", cause, works, " longer than the others");
    } else {
        strbuf_printf(out, "Rank %d %ss %.*f times as long as ", rank, works,
                      times < 9.95 ? 1 : 0, times);
        put_others(out, merged, cause->rank, false);
    }
}

static void put_place(struct strbuf *out, const struct pyprof *merged,
                      const struct py_cause *cause)
{
    strbuf_puts(out, " in ");
    label_said(out, merged, cause->function);
    if (cause->mostly != PY_NONE) {
        strbuf_puts(out, ", mostly in ");
        label_said(out, merged, cause->mostly);
    }
}

static void put_amounts(struct strbuf *out, const struct pyprof *merged,
                        const struct py_cause *cause)
{
    bool one = cause->slow <= 1 || cause->slow > merged->rank_count / 2;

    strbuf_puts(out, ": ");
    strbuf_puts(out, py_say_seconds(cause->most).text);
    if (cause->working < merged->rank_count ? cause->working > 1 : !one)
        strbuf_printf(out, " on rank %d", merged->ranks[cause->rank].rank);
    if (cause->working > 1 && cause->working < merged->rank_count)
        strbuf_printf(out, " against a mean of %s over all ranks",
                      py_say_seconds(cause->mean).text);
    else if (cause->working > 1)
        strbuf_printf(out, " against %s%s", py_say_seconds(cause->others).text,
                      merged->rank_count > 2 ? " on average" : "");
    strbuf_putc(out, '.');
}

/* The caller for most of the time; PY_NONE: unknown. */
static uint32_t main_caller(const struct pyprof *merged, uint32_t function)
{
    const struct py_edge *most = NULL;
    uint32_t at = merged->functions[function].first_caller;

    for (; at != PY_NONE; at = merged->edges[at].next_caller)
        if (most == NULL ||
            merged->edges[at].total.cumulative > most->total.cumulative)
            most = &merged->edges[at];
    return most == NULL ? PY_NONE : most->caller;
}

/* The method of MPI with the most time; where methods are hidden, the function
 * that calls MPI; PY_NONE: there is none. */
static uint32_t greatest_mpi(const struct pyprof *merged)
{
    uint32_t most = PY_NONE;
    uint64_t most_ns = 0;

    for (uint32_t i = 0; i < merged->function_count; i++) {
        const struct py_function *item = &merged->functions[i];
        uint64_t ns = merged_is_mpi(merged, i) ? py_ns(item->total.own)
                                               : item->hidden_ns;

        if (ns > most_ns) {
            most = i;
            most_ns = ns;
        }
    }
    return most;
}

static void put_mpi(struct strbuf *out, const struct pyprof *merged,
                    uint32_t function)
{
    bool hidden = !merged_is_mpi(merged, function);
    uint32_t caller = hidden ? PY_NONE : main_caller(merged, function);

    strbuf_puts(out, hidden ? "calls from " : "");
    label_said(out, merged, function);
    if (caller != PY_NONE) {
        strbuf_puts(out, ", called by ");
        label_said(out, merged, caller);
    }
}

static void put_waiting(struct strbuf *out, const struct pyprof *merged,
                        size_t rank)
{
    uint32_t function = greatest_mpi(merged);

    if (function == PY_NONE)
        return;
    strbuf_puts(out, "  ");
    put_others(out, merged, rank, true);
    strbuf_puts(out, merged->rank_count == 2
                         ? " spends most of its MPI time in "
                         : " spend most of their MPI time in ");
    put_mpi(out, merged, function);
    strbuf_putc(out, '.');
}

/* The causes that have been told so far. */
struct telling {
    const struct pyprof *merged;
    struct report *report;
    struct table *table;
    size_t number;
};

static void put_gain(struct strbuf *out, const struct pyprof *merged,
                     const char *how, uint64_t gain)
{
    uint64_t before = merged_longest(merged)->own_ns;

    gain = gain < before ? gain : before;
    strbuf_printf(out, "Estimated run time %s: %s -> %s (-%.0f %%).", how,
                  py_say_seconds(before).text,
                  py_say_seconds(before - gain).text,
                  percent_of(gain, before));
}

/* One sentence or more of what is the matter, and what to do. */
static void say_numbered(struct telling *telling, const struct strbuf *text,
                         uint64_t gain, const char *remedy)
{
    uint64_t longest = merged_longest(telling->merged)->own_ns;
    size_t before = telling->report->verdict_count;

    table_number_if(telling->table, gain > 0, gain);
    table_real_if(telling->table, gain > 0, py_share(gain, longest));
    table_text(telling->table, strbuf_text(text));
    table_text(telling->table, remedy);
    report_verdict(telling->report, "%zu. %s  %s", ++telling->number,
                   strbuf_text(text), remedy);
    report_rate(telling->report, before,
                gain == 0                               ? SEVERITY_NONE
                : py_share(gain, longest) >= LARGE_GAIN ? SEVERITY_BAD
                                                        : SEVERITY_POOR);
}

static void say_cause(struct telling *telling, const struct py_causes *causes,
                      const struct py_cause *cause)
{
    const struct pyprof *merged = telling->merged;
    bool serial = cause->working == 1;
    struct strbuf text = { 0 };

    put_longer(&text, merged, causes, cause);
    put_place(&text, merged, cause);
    put_amounts(&text, merged, cause);
    if (causes->mpi_known && telling->number == 0)
        put_waiting(&text, merged, cause->rank);
    strbuf_puts(&text, "  ");
    put_gain(&text, merged,
             serial ? "with this work shared by all ranks"
                    : "with this work spread evenly",
             cause->gain);
    table_text(telling->table, serial ? "serial work" : "unequal work");
    table_integer(telling->table, merged->ranks[cause->rank].rank);
    label_cells(telling->table, merged, cause->function);
    TABLE_NUMBERS(telling->table, cause->most, cause->mean);
    say_numbered(telling, &text, cause->gain,
                 serial
                     ? "Split this work among all ranks, or do it while "
                       "the others have work of their own."
                     : "Divide this work so that all ranks compute for the "
                       "same time; equal amounts of data need not take equal "
                       "time.");
    strbuf_clear(&text);
}

/* MPI time that no rank avoids: even the one with the least spends it. */
static void say_least_mpi(struct telling *telling, uint64_t unexplained)
{
    const struct pyprof *merged = telling->merged;
    const struct py_rank *least = &merged->ranks[0];
    uint32_t function = greatest_mpi(merged);
    uint64_t longest = merged_longest(merged)->own_ns;
    struct strbuf text = { 0 };
    bool pickles;

    for (size_t i = 1; i < merged->rank_count; i++)
        if (merged->ranks[i].mpi_ns < least->mpi_ns)
            least = &merged->ranks[i];
    if (function == PY_NONE || py_share(least->mpi_ns, longest) < MUCH_MPI ||
        py_share(unexplained, longest) < MUCH_MPI)
        return;
    strbuf_printf(
        &text,
        "Even rank %d, which spends the least time in MPI, spends %s there, "
        "%.0f %% of its time, mostly in ",
        least->rank, py_say_seconds(least->mpi_ns).text,
        percent_of(least->mpi_ns, least->own_ns));
    put_mpi(&text, merged, function);
    pickles = mpi_call_pickles(
        py_names_text(&merged->names, merged->functions[function].key.name));
    strbuf_puts(&text, pickles
                           ? ": objects are pickled there, or it waits for "
                             "work that moves from rank to rank, or for "
                             "transfers."
                           : ": it waits for work that moves from rank to "
                             "rank, or for transfers.");
    table_text(telling->table, "time in MPI");
    table_integer(telling->table, least->rank);
    label_cells(telling->table, merged, function);
    table_skip(telling->table, 2);
    say_numbered(telling, &text, 0,
                 pickles
                     ? "To see which of these it is and what would be gained, "
                       "run `MPIPROF_SAMPLE=100 mpiexec mpiprof-run ...'."
                     : "To see which of the two it is and what would be "
                       "gained, run `mpiexec mpiprof-run ...'.");
    strbuf_clear(&text);
}

static void say_imports(struct telling *telling)
{
    const struct pyprof *merged = telling->merged;
    uint64_t ns = causes_imports(merged);
    uint64_t longest = merged_longest(merged)->own_ns;
    struct strbuf text = { 0 };

    if (ns < IMPORT_NS || py_share(ns, longest) < MUCH_IMPORT)
        return;
    strbuf_printf(&text,
                  "Finding and loading modules takes %s of a rank's time on "
                  "average.  ",
                  py_say_seconds(ns).text);
    put_gain(&text, merged, "without this", ns);
    table_text(telling->table, "imports");
    table_skip(telling->table, 4);
    table_number(telling->table, ns);
    say_numbered(telling, &text, ns,
                 "Keep the Python environment on a local disk or in a "
                 "container image, so that ranks do not all search a shared "
                 "file system; import fewer modules.");
    strbuf_clear(&text);
}

static void say_efficiency(const struct pyprof *merged,
                           const struct py_causes *causes,
                           struct report *report)
{
    uint64_t longest = merged_longest(merged)->own_ns, most = 0;
    uint64_t mean =
        (merged_own_ns(merged) - merged_mpi_ns(merged)) / merged->rank_count;
    struct strbuf text = { 0 };

    for (size_t i = 0; i < merged->rank_count; i++)
        if (work_of(&merged->ranks[i]) > most)
            most = work_of(&merged->ranks[i]);
    if (causes->count > 1) {
        put_gain(&text, merged, "with all of this work spread evenly",
                 causes->together);
        strbuf_puts(&text, "  ");
    }
    strbuf_printf(&text,
                  "Parallel efficiency %.1f %% = load balance %.1f %% x "
                  "communication %.1f %%.",
                  percent_of(mean, longest), percent_of(mean, most),
                  percent_of(most, longest));
    if (causes->mpi_known && most > 0)
        report_verdict(report, "%s", strbuf_text(&text));
    strbuf_clear(&text);
}

/* ---- where work is ---- */

/* With libraries, where the program has functions. */
static void say_most(const struct pyprof *merged, struct report *report)
{
    uint64_t work = merged_own_ns(merged) - merged_mpi_ns(merged);
    uint64_t most_ns = 0;
    uint32_t most = PY_NONE;
    struct strbuf text = { 0 };

    for (uint32_t i = 0; i < merged->function_count; i++) {
        const struct py_function *item = &merged->functions[i];
        uint64_t ns = merged_spread(merged, &item->with_libraries).sum;

        if (ns > most_ns) {
            most = i;
            most_ns = ns;
        }
    }
    if (most == PY_NONE || work == 0)
        return;
    label_said(&text, merged, most);
    report_verdict(report,
                   "%.0f %% of the work is in %s and the built-in functions "
                   "and libraries that it calls.",
                   percent_of(most_ns, work), strbuf_text(&text));
    strbuf_clear(&text);
}

static void say_causes(struct telling *telling)
{
    const struct pyprof *merged = telling->merged;
    struct py_causes causes;

    if (!causes_find(merged, &causes)) {
        telling->report->failed = true;
        return;
    }
    for (size_t i = 0; i < causes.count && !merged_hides_mpi(merged); i++)
        say_cause(telling, &causes, &causes.items[i]);
    if (merged->rank_count > 1)
        say_least_mpi(telling, causes.unexplained);
    say_imports(telling);
    if (telling->number == 0 && causes.mpi_known && merged->rank_count > 1)
        report_verdict(telling->report,
                       "Work is spread evenly: nothing would gain more than "
                       "2 %% of T.");
    if (merged->rank_count > 1)
        say_efficiency(merged, &causes, telling->report);
    causes_clear(&causes);
}

void say_verdict(const struct pyprof *merged, struct report *report)
{
    struct telling telling = {
        merged, report, report_add_form(report, &pyprof_forms[PY_CAUSES]), 0
    };

    say_times(merged, report);
    if (telling.table == NULL)
        return;
    if (say_strangers(merged, report))
        return;
    if (merged->rank_count > 1)
        say_idle(merged, report);
    if (merged_hides_mpi(merged))
        report_verdict(
            report, "Work cannot be told from waiting here: mpi4py hides its "
                    "methods from cProfile.  Measure the run with "
                    "mpiprof-run python3 -m mpiprof.");
    say_causes(&telling);
    if (!merged_hides_mpi(merged))
        say_most(merged, report);
}
