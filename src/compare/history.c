/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/efficiency/efficiency.h"
#include "base/log.h"
#include "base/order.h"
#include "base/rank_stats.h"
#include "compare/compare_causes.h"
#include "compare/compare_say.h"

#define WORTH_SAYING 0.01 /* of T, or of an efficiency */
#define DAY 10            /* of "2026-11-26 23:52:45 UTC" */

struct history {
    const struct runs *runs;
    struct ordered {
        const char *start;
        uint32_t run;
    } order[RUNS_MOST]; /* the oldest first */
};

ORDER(oldest_first, struct ordered, A_TO_Z(start) UP(run));

static void history_init(struct history *history, const struct runs *runs)
{
    history->runs = runs;
    for (uint32_t i = 0; i < runs->count; i++)
        history->order[i] = (struct ordered){ runs->about[i].start, i };
    qsort(history->order, runs->count, sizeof(history->order[0]),
          oldest_first);
}

static const struct run_about *about_of(const struct history *history,
                                        uint32_t at)
{
    return &history->runs->about[history->order[at].run];
}

static const char *label_of(const struct history *history, uint32_t at)
{
    return runs_label(history->runs, about_of(history, at));
}

/* ---- what a run is compared with ---- */

static bool is_finished(const struct run_about *about)
{
    return !about->unfinished && about->measured == about->ranks;
}

static bool is_alike(const struct run_about *a, const struct run_about *b)
{
    return a->ranks == b->ranks && strcmp(a->program, b->program) == 0;
}

/* The last ones before it. */
static struct compare_sides sides_of(const struct history *history,
                                     uint32_t at)
{
    struct compare_sides sides = { .a_name = "usually",
                                   .b_name = "in the newest run",
                                   .usual = true };

    sides.b.runs[sides.b.count++] = history->order[at].run;
    for (uint32_t i = at; i-- > 0 && sides.a.count < HISTORY_LOOKS;)
        if (is_finished(about_of(history, i)) &&
            is_alike(about_of(history, i), about_of(history, at)))
            sides.a.runs[sides.a.count++] = history->order[i].run;
    return sides;
}

/* Returns one of three words; NULL: unknown. */
static const char *word_of(const struct compare_change *change,
                           const char *more, const char *less)
{
    if (!change->known)
        return NULL;
    if (compare_is_noise(change))
        return "as usual";
    return change->more > 0 ? more : less;
}

/* ---- columns ---- */

#define USUAL                                                           \
    "Median of up to 10 finished runs before it with the same program " \
    "and the same number of ranks; unknown with fewer than 5."
#define NOISE                                                                  \
    "How far runs usually differ from that: three standard deviations by the " \
    "median absolute deviation of these runs, at least 2 % of the median."
#define WHICH                                                            \
    { "run", "run", CELL_TEXT, "What was read." },                       \
    {                                                                    \
        "start", "start", CELL_TEXT, "When the measurement began (UTC)." \
    }

static const struct column history_columns[] = {
    WHICH,
    { "ranks", "ranks", CELL_COUNT, "Number of MPI processes." },
    { "run_time_s", "T", CELL_NS, "T of that run." },
    { "usual_s", "usual", CELL_NS, USUAL },
    { "difference_s", "more", CELL_NS_MORE, "T - the usual T." },
    { "noise_s", "noise", CELL_NS, NOISE },
    { "change", "change", CELL_TEXT,
      "\"slower\" or \"faster\" beyond noise, \"as usual\", \"not finished\" or "
      "\"ranks missing\"; none: there are too few runs before it." },
    { "parallel_efficiency", "parallel efficiency", CELL_RATIO,
      "Mean useful time / T (POP)." },
    { "load_balance", "load balance", CELL_RATIO,
      "Mean useful time / largest useful time of a rank (POP)." },
    { "communication_efficiency", "communication efficiency", CELL_RATIO,
      "Largest useful time of a rank / T (POP)." },
    { "serialisation_efficiency", "serialisation", CELL_RATIO,
      "Largest useful time / T on an ideal network; needs a trace (POP)." },
    { "transfer_efficiency", "transfer", CELL_RATIO,
      "T on an ideal network / T; needs a trace (POP)." },
    { "earlier", NULL, CELL_COUNT, "Runs that it is compared with." },
    { "program", NULL, CELL_TEXT, "Base name of the executable." },
    { "cause_gain_s", NULL, CELL_NS, "The gain of the largest cause." },
    { "cause", "largest cause", CELL_TEXT,
      "The suggestion with the largest gain in that run." },
    { "where", "where", CELL_TEXT, "Its place." },
};
#define BELOW 2 /* last columns of the runs */

/* clang-format off */
static const struct column value_columns[] = {
    WHICH,
    { "kind", "kind", CELL_TEXT,
      "\"time\", \"region\" (useful time), \"procedure\" or \"function\" "
      "(sampled)." },
    { "name", "part", CELL_TEXT, "Which one." },
    { "time_s", "time", CELL_NS,
      "Mean seconds per rank; T is that of the whole run." },
    { "usual_s", "usual", CELL_NS, USUAL },
    { "difference_s", "more", CELL_NS_MORE, "Time - the usual time." },
    { "ratio", "ratio", CELL_TIMES, "Time / the usual time." },
    { "noise_s", "noise", CELL_NS, NOISE },
    { "change", "change", CELL_TEXT,
      "\"longer\" or \"shorter\" beyond noise, or \"as usual\"." },
};
/* clang-format on */
static const struct column efficiency_columns[] = {
    WHICH,
    { "term", "term", CELL_TEXT, "Name of the efficiency; `explain` it." },
    { "value", "value", CELL_RATIO, "The efficiency of that run." },
    { "usual", "usual", CELL_RATIO, USUAL },
    { "difference", "more", CELL_RATIO_MORE, "In percentage points." },
    { "noise", "noise", CELL_RATIO, NOISE },
    { "change", "change", CELL_TEXT, "\"higher\" or \"lower\"." },
};
static const struct column cause_columns[] = {
    WHICH,
    { "change", "change", CELL_TEXT,
      "Against what is usual: new, larger, smaller, the same, or gone (at "
      "most a fifth of the gain is left); none: there are too few runs." },
    { "cause", "cause", CELL_TEXT,
      "The suggestion with a gain, as in the report of that run." },
    { "ranks", "on ranks", CELL_TEXT,
      "The ranks that have to change; none: all of them." },
    { "gain_s", "gain", CELL_NS, "How much shorter T would be without it." },
    { "usual_s", "usual", CELL_NS, USUAL },
    { "where", "where", CELL_TEXT, "Its place." },
};

enum { RUNS, CHANGES, EFFICIENCY, CAUSES, TIMES };

const struct table_form history_forms[] = {
    [RUNS] = TABLE_FORM_BRIEF("history", "Runs, the newest first",
                              SECTION_VERDICT, history_columns),
    [CHANGES] = TABLE_FORM_BRIEF("history_changes", "Times that changed",
                                 SECTION_TIME, value_columns),
    [EFFICIENCY] =
        TABLE_FORM_BRIEF("history_efficiency", "Efficiencies that changed",
                         SECTION_EFFICIENCY, efficiency_columns),
    [CAUSES] = TABLE_FORM_BRIEF("history_causes", "Causes of lost time",
                                SECTION_CAUSES, cause_columns),
    [TIMES] = TABLE_FORM("history_times", "All times, the oldest run first", 0,
                         value_columns),
};
const size_t history_form_count =
    sizeof(history_forms) / sizeof(history_forms[0]);

/* ---- runs ---- */

static void add_which(struct table *table, const struct history *history,
                      uint32_t at)
{
    table_text(table, about_of(history, at)->path);
    table_optional(table, about_of(history, at)->start);
}

static void add_usual(struct table *table, const struct compare_change *change)
{
    compare_add_time(table, change->known, change->a);
    table_integer_if(table, change->known,
                     rank_stats_round_more(change->more));
}

/* The one with the largest gain; NULL: none is known. */
static const struct runs_row *largest_cause(const struct history *history,
                                            uint32_t run)
{
    const struct runs_row *found = NULL;

    for (size_t i = 0; i < history->runs->row_count; i++) {
        const struct runs_row *row = history->runs->rows[i];

        if (row->set == RUNS_CAUSES && row->value[run] > 0 &&
            (found == NULL || row->value[run] > found->value[run]))
            found = row;
    }
    return found;
}

static void add_largest_cause(struct table *table,
                              const struct history *history, uint32_t run)
{
    const struct runs_row *cause = largest_cause(history, run);

    if (cause == NULL) {
        table_skip(table, 3);
        return;
    }
    compare_add_time(table, true, cause->value[run]);
    table_text(table, cause->cause->title);
    table_optional(table, cause->cause->where[run]);
}

static const char *change_of_run(const struct history *history, uint32_t at,
                                 const struct compare_change *change)
{
    if (about_of(history, at)->unfinished)
        return "not finished";
    if (!is_finished(about_of(history, at)))
        return "ranks missing";
    return word_of(change, "slower", "faster");
}

/* T of a run that did not finish compares with nothing. */
static struct compare_change run_time_of(const struct history *history,
                                         uint32_t at)
{
    struct compare_sides sides = sides_of(history, at);
    struct compare_change change =
        compare_named(history->runs, RUNS_TIMES, "run_time", &sides);

    change.known = change.known && is_finished(about_of(history, at));
    return change;
}

static void add_run(struct table *table, const struct history *history,
                    uint32_t at)
{
    struct compare_sides sides = sides_of(history, at);
    struct compare_change time = run_time_of(history, at);

    add_which(table, history, at);
    table_number(table, about_of(history, at)->ranks);
    compare_add_time(table, time.b_known, time.b);
    add_usual(table, &time);
    compare_add_time(table, time.known, time.noise);
    table_text(table, change_of_run(history, at, &time));
    while (table->columns[table->filled].kind == CELL_RATIO) {
        struct compare_change change =
            compare_named(history->runs, RUNS_EFFICIENCY,
                          table->columns[table->filled].name, &sides);

        table_real_if(table, change.b_known, change.b);
    }
    table_number(table, sides.a.count);
    table_text(table, about_of(history, at)->program);
    add_largest_cause(table, history, sides.b.runs[0]);
}

/* ---- times ---- */

static const char *kind_of(const struct runs_row *row)
{
    switch (row->set) {
    case RUNS_TIMES: return "time";
    case RUNS_REGIONS: return "region";
    case RUNS_PROCEDURES: return "procedure";
    case RUNS_FUNCTIONS: return "function";
    default: return NULL;
    }
}

/* Beyond noise, and worth a line. */
static bool is_changed(const struct compare_change *change, double least)
{
    return change->known && !compare_is_noise(change) &&
           fabs(change->more) >= least;
}

static void add_row_name(struct table *table, const struct runs_row *row)
{
    const char *title = runs_time_title(row->name);

    if (row->set == RUNS_TIMES)
        table_text(table, title + strspn(title, " "));
    else /* a function without its file */
        table_textf(table, "%.*s", (int)strcspn(row->name, "\n"), row->name);
}

static void add_time_row(struct table *table, const struct history *history,
                         uint32_t at, const struct runs_row *row,
                         const struct compare_change *change)
{
    add_which(table, history, at);
    table_text(table, kind_of(row));
    add_row_name(table, row);
    compare_add_time(table, true, change->b);
    add_usual(table, change);
    table_real_if(table, change->known && change->a > 0,
                  change->b / change->a);
    compare_add_time(table, change->known, change->noise);
    table_text(table, word_of(change, "longer", "shorter"));
}

/* Adds one run's times; only: just those that changed. */
static void add_times(struct table *table, const struct history *history,
                      uint32_t at, bool only)
{
    struct compare_sides sides = sides_of(history, at);
    double least = WORTH_SAYING * run_time_of(history, at).b;

    if (!is_finished(about_of(history, at)))
        return;
    for (size_t i = 0; i < history->runs->row_count; i++) {
        const struct runs_row *row = history->runs->rows[i];
        struct compare_change change = compare_row(row, &sides);

        if (kind_of(row) == NULL || !change.b_known)
            continue;
        if (only ? is_changed(&change, least) : change.a + change.b > 0)
            add_time_row(table, history, at, row, &change);
    }
}

static void add_efficiencies(struct table *table,
                             const struct history *history, uint32_t at)
{
    struct compare_sides sides = sides_of(history, at);

    for (size_t i = 0; i < efficiency_term_count; i++) {
        struct compare_change change = compare_named(
            history->runs, RUNS_EFFICIENCY, efficiency_terms[i].name, &sides);

        if (!is_finished(about_of(history, at)) ||
            !is_changed(&change, WORTH_SAYING))
            continue;
        add_which(table, history, at);
        table_text(table, efficiency_terms[i].title);
        table_real(table, change.b);
        table_real(table, change.a);
        table_real(table, change.more);
        table_real(table, change.noise);
        table_text(table, word_of(&change, "higher", "lower"));
    }
}

/* ---- causes ---- */

/* Where it was found in that run, or in the last before it. */
static uint32_t run_of_cause(const struct runs_cause *cause,
                             const struct compare_sides *sides)
{
    uint32_t run = sides->b.runs[0];

    for (uint32_t i = 0; i < sides->a.count && cause->where[run] == NULL; i++)
        run = sides->a.runs[i];
    return run;
}

static void add_cause(struct table *table, const struct history *history,
                      uint32_t at, const struct runs_row *row)
{
    struct compare_sides sides = sides_of(history, at);
    struct compare_change change = compare_row(row, &sides);
    enum cause_change how = cause_change_of(row, &sides);
    uint32_t run = run_of_cause(row->cause, &sides);

    if (!change.b_known || (!(change.b > 0) && how != CAUSE_GONE))
        return;
    add_which(table, history, at);
    table_optional(table, change.known ? cause_change_name(how) : NULL);
    table_text(table, row->cause->title);
    table_optional(table, row->cause->ranks[run]);
    compare_add_time(table, true, change.b);
    compare_add_time(table, change.known, change.a);
    table_optional(table, row->cause->where[run]);
}

static void add_causes(struct table *table, const struct history *history,
                       uint32_t at)
{
    for (size_t i = 0; i < history->runs->row_count; i++)
        if (history->runs->rows[i]->set == RUNS_CAUSES)
            add_cause(table, history, at, history->runs->rows[i]);
}

/* ---- sentences ---- */

static void say_span(const struct history *history, struct report *report)
{
    uint32_t last = history->runs->count - 1;
    const char *from = about_of(history, 0)->start;
    const char *to = about_of(history, last)->start;

    if (from[0] == '\0')
        report_verdict(report, "These are %s of %s.",
                       say_count(history->runs->count, "run").text,
                       about_of(history, last)->program);
    else if (strncmp(from, to, DAY) == 0)
        report_verdict(report, "These are %s of %s on %.*s.",
                       say_count(history->runs->count, "run").text,
                       about_of(history, last)->program, DAY, from);
    else
        report_verdict(report, "These are %s of %s, from %.*s to %.*s.",
                       say_count(history->runs->count, "run").text,
                       about_of(history, last)->program, DAY, from, DAY, to);
}

static void say_newest_parts(const struct history *history,
                             const struct compare_sides *sides,
                             const struct compare_change *time,
                             struct report *report)
{
    struct parts parts = { .row = { NULL } };

    for (size_t i = 0; i < history->runs->row_count; i++) {
        const struct runs_row *row = history->runs->rows[i];
        struct compare_change change = compare_row(row, sides);

        if ((row->set == RUNS_REGIONS || row->set == RUNS_PROCEDURES) &&
            is_changed(&change, WORTH_SAYING * time->b) &&
            change.more * time->more > 0)
            parts_keep(&parts, row, change.more);
    }
    parts_say(&parts,
              "Largest changes beyond noise and 1 % of T, mean over ranks",
              report);
}

static void say_newest_causes(const struct history *history,
                              const struct compare_sides *sides,
                              struct report *report)
{
    for (size_t i = 0; i < history->runs->row_count; i++) {
        const struct runs_row *row = history->runs->rows[i];
        struct strbuf where = { 0 };

        if (row->set != RUNS_CAUSES ||
            cause_change_of(row, sides) != CAUSE_NEW)
            continue;
        say_name(&where, row->cause->where[sides->b.runs[0]]);
        report_verdict(report, "New cause of lost time: %s%s%s; it costs %s.",
                       row->cause->title, where.length > 0 ? ", " : "",
                       strbuf_text(&where),
                       compare_say_time(row->value[sides->b.runs[0]]).text);
        strbuf_clear(&where);
    }
}

static void say_changed(const struct history *history,
                        const struct compare_sides *sides,
                        const struct compare_change *time,
                        struct report *report)
{
    size_t from = report->verdict_count;

    report_verdict(
        report,
        "The newest run, %s, took %s, %s %s (%s) than usual: the "
        "median of the %u runs before it is %s, and up to %s more "
        "or less is noise.",
        label_of(history, history->runs->count - 1),
        compare_say_time(time->b).text, compare_say_time(time->more).text,
        time->more > 0 ? "longer" : "less",
        say_percent(fabs(time->more) / time->a).text, sides->a.count,
        compare_say_time(time->a).text, compare_say_time(time->noise).text);
    if (time->more > 0)
        report_rate(report, from, SEVERITY_BAD);
    say_newest_parts(history, sides, time, report);
}

static void say_newest(const struct history *history, struct report *report)
{
    uint32_t last = history->runs->count - 1;
    const struct run_about *about = about_of(history, last);
    struct compare_sides sides = sides_of(history, last);
    struct compare_change time = run_time_of(history, last);

    if (!is_finished(about))
        return;
    if (!time.known)
        report_verdict(report,
                       "The newest run, %s, took %s. Telling a change from "
                       "noise needs %d finished runs before it with the same "
                       "program and the same number of ranks; there %s only "
                       "%u.",
                       label_of(history, last), compare_say_time(time.b).text,
                       HISTORY_NEEDS, sides.a.count == 1 ? "is" : "are",
                       sides.a.count);
    else if (compare_is_noise(&time))
        report_verdict(
            report,
            "The newest run, %s, took %s, as usual: the median of "
            "the %u runs before it is %s, and up to %s more or less is "
            "noise.",
            label_of(history, last), compare_say_time(time.b).text,
            sides.a.count, compare_say_time(time.a).text,
            compare_say_time(time.noise).text);
    else
        say_changed(history, &sides, &time, report);
    say_newest_causes(history, &sides, report);
}

/* Also those that later runs have mended. */
static void say_regressions(const struct history *history,
                            struct report *report)
{
    struct strbuf text = { 0 };
    uint32_t count = 0;

    for (uint32_t at = 0; at + 1 < history->runs->count; at++) {
        struct compare_change time = run_time_of(history, at);

        if (!is_changed(&time, 0) || time.more < 0)
            continue;
        if (count++ < PARTS_MOST)
            strbuf_printf(&text, "%s%s (+%s)", count > 1 ? ", " : "",
                          label_of(history, at),
                          say_percent(time.more / time.a).text);
    }
    if (count > PARTS_MOST)
        strbuf_puts(&text, " ...");
    if (count > 0)
        report_verdict(report,
                       "%s before the newest %s slower than usual: %s.",
                       say_count(count, "run").text,
                       count == 1 ? "was" : "were", strbuf_text(&text));
    strbuf_clear(&text);
}

/* ---- the report ---- */

static void table_fill(struct table *table, const struct history *history,
                       int form)
{
    for (uint32_t i = 0; i < history->runs->count; i++) {
        uint32_t newest = history->runs->count - 1 - i;

        switch (form) {
        case RUNS: add_run(table, history, newest); break;
        case CHANGES: add_times(table, history, newest, true); break;
        case EFFICIENCY: add_efficiencies(table, history, newest); break;
        case CAUSES: add_causes(table, history, newest); break;
        default: add_times(table, history, i, false);
        }
    }
}

static enum status fill_report(const struct history *history,
                               struct report *report)
{
    for (size_t i = 0; i < history_form_count; i++) {
        struct table *table = report_add_form(report, &history_forms[i]);

        if (table == NULL)
            return STATUS_NO_MEMORY;
        table->below = i == RUNS ? BELOW : i == CAUSES ? 1 : 0;
        table->whole = i == TIMES;
        table_fill(table, history, (int)i);
    }
    compare_say_unfinished(history->runs, report);
    say_newest(history, report);
    say_regressions(history, report);
    say_span(history, report);
    compare_say_runs(history->runs, report);
    return STATUS_OK;
}

enum status history_of(const struct runs *runs, struct compare_sides *sides,
                       struct report **out)
{
    struct history history;
    struct report *report;
    enum status status = report_create(&report);

    if (status != STATUS_OK)
        return status;
    history_init(&history, runs);
    *sides = sides_of(&history, runs->count - 1);
    return report_hand_over(report, fill_report(&history, report), out);
}
