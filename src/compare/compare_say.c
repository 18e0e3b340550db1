/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/compare_say.h"

#include <math.h>
#include <string.h>

#include "analyze/facts/efficiency/efficiency.h"
#include "analyze/facts/say.h"
#include "base/text/strbuf.h"
#include "base/saturate.h"
#include "compare/compare_causes.h"

#define WORTH_SAYING 0.1 /* of the difference of T */
#define PART_OF_RUN 0.02 /* of T, where T is the same */
#define MORE_BYTES 0.02  /* of the bytes and calls of A */
#define OF_ONE_RANK 0.5  /* of the difference of T */
#define SAME 0.0005      /* of T: no difference */
#define POINTS 0.02      /* by which an efficiency has changed */

/* ---- the largest parts ---- */

void parts_keep(struct parts *parts, const struct runs_row *row, double ns)
{
    int at = PARTS_MOST;

    while (at > 0 &&
           (parts->row[at - 1] == NULL || fabs(parts->ns[at - 1]) < fabs(ns)))
        at--;
    for (int i = PARTS_MOST - 1; i > at; i--) {
        parts->row[i] = parts->row[i - 1];
        parts->ns[i] = parts->ns[i - 1];
    }
    if (at == PARTS_MOST)
        return;
    parts->row[at] = row;
    parts->ns[at] = ns;
}

/* The name of a function without its file, which follows. */
static void put_part(struct strbuf *out, const struct runs_row *row)
{
    struct strbuf name = { 0 };

    strbuf_printf(&name, "%.*s", (int)strcspn(row->name, "\n"), row->name);
    if (row->set == RUNS_REGIONS)
        strbuf_puts(out, "useful time in ");
    else if (row->set == RUNS_PROCEDURES)
        strbuf_puts(out, "time in ");
    say_name(out, strbuf_text(&name));
    strbuf_clear(&name);
}

void parts_say(const struct parts *parts, const char *what,
               struct report *report)
{
    struct strbuf text = { 0 };

    for (int i = 0; i < PARTS_MOST && parts->row[i] != NULL; i++) {
        strbuf_puts(&text, i == 0 ? "" : ", ");
        put_part(&text, parts->row[i]);
        strbuf_printf(&text, " %c%s", parts->ns[i] < 0 ? '-' : '+',
                      compare_say_time(parts->ns[i]).text);
    }
    if (text.length > 0)
        report_verdict(report, "%s: %s.", what, strbuf_text(&text));
    strbuf_clear(&text);
}

/* ---- where T comes from ---- */

static bool is_part(enum runs_set set, unsigned sets)
{
    return (sets & 1u << set) != 0;
}

/* Rows of these sets that differ by `least' or more, and by more than noise;
 * total: how T differs, and they in the same direction, or 0. */
static void say_parts(const struct runs *runs,
                      const struct compare_sides *sides, struct report *report,
                      unsigned sets, const char *what, double total,
                      double least)
{
    struct parts parts = { .row = { NULL } };

    for (size_t i = 0; i < runs->row_count; i++) {
        struct compare_change change;

        if (!is_part(runs->rows[i]->set, sets))
            continue;
        change = compare_row(runs->rows[i], sides);
        if (change.known && !compare_is_noise(&change) &&
            fabs(change.more) >= least && change.more * total >= 0)
            parts_keep(&parts, runs->rows[i], change.more);
    }
    parts_say(&parts, what, report);
}

/* Where the time of the ranks went; total: as above. */
static void say_all_parts(const struct runs *runs,
                          const struct compare_sides *sides,
                          struct report *report, double total, double least)
{
    say_parts(runs, sides, report, 1u << RUNS_REGIONS | 1u << RUNS_PROCEDURES,
              "Largest differences, mean over ranks", total, least);
    say_parts(runs, sides, report, 1u << RUNS_FUNCTIONS,
              "Sampled functions, mean over ranks", total, least);
    say_parts(runs, sides, report, 1u << RUNS_WAITS, "Waits, mean over ranks",
              total, least);
}

/* T follows the slowest rank, not the mean. */
static void say_rank(const struct runs *runs,
                     const struct compare_sides *sides, struct report *report,
                     double total)
{
    const struct runs_row *useful = runs_find(runs, RUNS_TIMES, "useful");
    struct compare_change mean = compare_row(useful, sides), most = { 0 };
    struct strbuf others = { 0 };
    const struct runs_row *rank = NULL;

    for (size_t i = 0; i < runs->row_count; i++) {
        struct compare_change change = compare_row(runs->rows[i], sides);

        if (runs->rows[i]->set == RUNS_RANKS && change.known &&
            !compare_is_noise(&change) &&
            (change.more - most.more) * total > 0) {
            rank = runs->rows[i];
            most = change;
        }
    }
    if (rank == NULL || most.more / total < OF_ONE_RANK ||
        most.more / total < 2 * mean.more / total ||
        runs->about[sides->a.runs[0]].ranks !=
            runs->about[sides->b.runs[0]].ranks)
        return;
    if (fabs(mean.more) < SAME * mean.a)
        strbuf_puts(&others, "as long as before");
    else
        strbuf_printf(&others, "%s %s", compare_say_time(mean.more).text,
                      mean.more > 0 ? "longer" : "less");
    report_verdict(report,
                   "Rank %s computes %s %s; on average the ranks compute %s.",
                   rank->name, compare_say_time(most.more).text,
                   most.more > 0 ? "longer" : "less", strbuf_text(&others));
    strbuf_clear(&others);
}

/* Above the mean of the ranks, T follows the slowest. */
static void say_efficiency(const struct runs *runs,
                           const struct compare_sides *sides,
                           struct report *report)
{
    const struct efficiency_term *worst = NULL;
    struct compare_change most = { 0 };

    for (size_t i = 0; i < efficiency_term_count; i++) {
        const struct runs_row *row =
            runs_find(runs, RUNS_EFFICIENCY, efficiency_terms[i].name);
        struct compare_change change;

        if (row == NULL || efficiency_terms[i].depth != 1)
            continue;
        change = compare_row(row, sides);
        if (change.known && !compare_is_noise(&change) &&
            fabs(change.more) > fabs(most.more)) {
            worst = &efficiency_terms[i];
            most = change;
        }
    }
    if (worst != NULL && fabs(most.more) >= POINTS)
        report_verdict(report,
                       "The efficiency that changed most is %s: %s in A, %s "
                       "in B.",
                       worst->title, say_percent(most.a).text,
                       say_percent(most.b).text);
}

static bool is_same(const struct compare_change *change)
{
    return fabs(change->more) < SAME * change->a;
}

/* Returns false if nothing more can be said of T. */
static bool say_run_time(const struct compare_change *change,
                         struct report *report)
{
    struct said a = compare_say_time(change->a);
    struct said b = compare_say_time(change->b);

    if (!change->known || !(change->a > 0)) {
        report_verdict(report, "There is no run time to compare.");
        return false;
    }
    if (is_same(change))
        report_verdict(report, "T is the same in A and B, %s.", a.text);
    else if (compare_is_noise(change))
        report_verdict(report,
                       "T is %s in A and %s in B: the difference is within "
                       "the spread of the runs of one side, %s.",
                       a.text, b.text, compare_say_time(change->noise).text);
    else
        report_verdict(report, "T is %s in A and %s in B: %s %s (%c%s).",
                       a.text, b.text, compare_say_time(change->more).text,
                       change->more > 0 ? "more" : "less",
                       change->more > 0 ? '+' : '-',
                       say_percent(fabs(change->more) / change->a).text);
    return true;
}

static void say_difference(const struct runs *runs,
                           const struct compare_sides *sides,
                           struct report *report)
{
    const struct runs_row *row = runs_find(runs, RUNS_TIMES, "run_time");
    struct compare_change change;

    if (row == NULL)
        return;
    change = compare_row(row, sides);
    if (!say_run_time(&change, report))
        return;
    compare_say_causes(runs, sides, report);
    if (is_same(&change) || compare_is_noise(&change)) {
        say_all_parts(runs, sides, report, 0, PART_OF_RUN * change.a);
        return;
    }
    say_all_parts(runs, sides, report, change.more,
                  WORTH_SAYING * fabs(change.more));
    say_rank(runs, sides, report, change.more);
    say_efficiency(runs, sides, report);
}

/* ---- bytes and calls ---- */

struct amounts {
    struct compare_change bytes, calls; /* of all procedures */
    const struct runs_row *most_bytes, *most_calls;
    double bytes_more, calls_more; /* of these */
};

static void add_change(struct compare_change *sum,
                       const struct compare_change *change)
{
    sum->a += change->a;
    sum->b += change->b;
    sum->more += change->more;
    sum->noise += isnan(change->noise) ? 0 : change->noise;
}

static void add_amounts(struct amounts *sums, const struct runs_row *row,
                        const struct compare_sides *sides)
{
    struct compare_change bytes = compare_row(row, sides);
    struct compare_change calls = compare_calls(row, sides);

    add_change(&sums->bytes, &bytes);
    add_change(&sums->calls, &calls);
    if (fabs(bytes.more) > fabs(sums->bytes_more)) {
        sums->bytes_more = bytes.more;
        sums->most_bytes = row;
    }
    if (fabs(calls.more) > fabs(sums->calls_more)) {
        sums->calls_more = calls.more;
        sums->most_calls = row;
    }
}

static bool bytes_differ(const struct compare_change *sum)
{
    return fabs(sum->more) > MORE_BYTES * sum->a && !compare_is_noise(sum);
}

/* These are counted, so that chance does not change them in most programs. */
static void say_amounts(const struct runs *runs,
                        const struct compare_sides *sides,
                        struct report *report)
{
    struct amounts sums = { .most_bytes = NULL };

    for (size_t i = 0; i < runs->row_count; i++)
        if (runs->rows[i]->set == RUNS_BYTES)
            add_amounts(&sums, runs->rows[i], sides);
    if (sums.most_bytes != NULL && bytes_differ(&sums.bytes))
        report_verdict(report,
                       "MPI calls transferred %s in A and %s in B; %s "
                       "differs most.",
                       say_bytes(saturate_near(sums.bytes.a)).text,
                       say_bytes(saturate_near(sums.bytes.b)).text,
                       sums.most_bytes->name);
    if (sums.most_calls != NULL && bytes_differ(&sums.calls))
        report_verdict(report,
                       "There were %s in A and %.0f in B; %s differs most.",
                       say_count(saturate_near(sums.calls.a), "MPI call").text,
                       sums.calls.b, sums.most_calls->name);
}

/* ---- what does not compare ---- */

void compare_say_unfinished(const struct runs *runs, struct report *report)
{
    for (uint32_t i = 0; i < runs->count; i++) {
        const struct run_about *about = &runs->about[i];

        if (about->unfinished)
            report_verdict(report,
                           "%s did not finish: its times cover the run up "
                           "to then, and cannot be compared.",
                           runs_label(runs, about));
        else if (about->measured < about->ranks)
            report_verdict(report,
                           "%s: data exist for only %llu of its %s; means "
                           "are over these.",
                           runs_label(runs, about),
                           (unsigned long long)about->measured,
                           say_count(about->ranks, "rank").text);
    }
}

static void say_unlike(const struct run_about *a, const struct run_about *b,
                       struct report *report)
{
    if (a->ranks != b->ranks)
        report_completeness(report,
                            "A has %s, B has %s: times are means over ranks; "
                            "use `mpiprof-report scaling' for such runs.",
                            say_count(a->ranks, "rank").text,
                            say_count(b->ranks, "rank").text);
    if (strcmp(a->command, b->command) != 0 &&
        strcmp(a->program, b->program) == 0)
        report_completeness(report,
                            "The command lines differ: %s in A, %s in B.",
                            a->command, b->command);
    if (a->hosts != b->hosts)
        report_completeness(report, "A ran on %s, B on %s.",
                            say_count(a->hosts, "host").text,
                            say_count(b->hosts, "host").text);
}

static const char *value_of_setting(const struct run_about *about,
                                    const char *name)
{
    for (size_t i = 0; i < about->setting_count; i++)
        if (strcmp(about->settings[i].name, name) == 0)
            return about->settings[i].value;
    return NULL;
}

/* Where results go does not change them. */
static bool setting_matters(const char *name)
{
    return strcmp(name, "MPIPROF_OUTPUT") != 0 &&
           strcmp(name, "MPIPROF_SCRATCH") != 0 &&
           strcmp(name, "MPIPROF_VERBOSE") != 0;
}

static void say_settings(const struct run_about *a, const struct run_about *b,
                         struct report *report)
{
    for (size_t i = 0; i < a->setting_count; i++) {
        const struct run_setting *setting = &a->settings[i];
        const char *other = value_of_setting(b, setting->name);

        if (other != NULL && setting_matters(setting->name) &&
            strcmp(setting->value, other) != 0)
            report_completeness(report, "%s was %s in A and %s in B.",
                                setting->name,
                                setting->value[0] ? setting->value : "empty",
                                other[0] != '\0' ? other : "empty");
    }
}

/* Whether all have as many ranks; says so if not. */
static void say_mixed(const struct runs *runs, const struct runs_group *side,
                      const char *name, struct report *report)
{
    uint64_t first = runs->about[side->runs[0]].ranks;

    for (uint32_t i = 1; i < side->count; i++) {
        uint64_t other = runs->about[side->runs[i]].ranks;

        if (other == first)
            continue;
        report_completeness(report,
                            "The runs of %s differ in their number of "
                            "ranks: %llu and %llu.",
                            name, (unsigned long long)first,
                            (unsigned long long)other);
        return;
    }
}

static void say_kind(const struct run_about *first,
                     const struct run_about *other, struct report *report)
{
    if (strcmp(first->program, other->program) != 0)
        report_completeness(report,
                            "These are not runs of one program: %s, "
                            "%s.",
                            first->program, other->program);
    if (strcmp(first->mpi, other->mpi) != 0)
        report_completeness(report, "Not all ran with the same MPI: %s, %s.",
                            first->mpi, other->mpi);
    if (first->threads != other->threads)
        report_completeness(report,
                            "The runs differ in threads per rank: "
                            "%llu, %llu.",
                            (unsigned long long)first->threads,
                            (unsigned long long)other->threads);
}

static bool is_unlike(const struct run_about *a, const struct run_about *b)
{
    return strcmp(a->program, b->program) != 0 ||
           strcmp(a->mpi, b->mpi) != 0 || a->threads != b->threads;
}

/* The first that differs stands for all. */
static void say_kinds(const struct runs *runs, struct report *report)
{
    for (uint32_t i = 1; i < runs->count; i++)
        if (is_unlike(&runs->about[0], &runs->about[i])) {
            say_kind(&runs->about[0], &runs->about[i], report);
            return;
        }
}

static bool has_remark(const struct run_about *about, const char *remark)
{
    for (size_t i = 0; i < about->remark_count; i++)
        if (strcmp(about->remarks[i], remark) == 0)
            return true;
    return false;
}

/* One that several runs have is said once, of all of them. */
static void say_remark(const struct runs *runs, uint32_t first,
                       const char *remark, struct report *report)
{
    struct strbuf names = { 0 };

    for (uint32_t i = 0; i < first; i++)
        if (has_remark(&runs->about[i], remark))
            return;
    for (uint32_t i = first; i < runs->count; i++)
        if (has_remark(&runs->about[i], remark))
            strbuf_printf(&names, "%s%s", i == first ? "" : ", ",
                          runs_label(runs, &runs->about[i]));
    report_completeness(report, "%s: %s", strbuf_text(&names), remark);
    strbuf_clear(&names);
}

void compare_say_runs(const struct runs *runs, struct report *report)
{
    if (runs->about[0].region[0] != '\0')
        report_completeness(report,
                            "All times are those inside regions that "
                            "match %s, including T.",
                            runs->about[0].region);
    say_kinds(runs, report);
    for (uint32_t i = 0; i < runs->count; i++)
        for (size_t k = 0; k < runs->about[i].remark_count; k++)
            say_remark(runs, i, runs->about[i].remarks[k], report);
}

void compare_say(const struct runs *runs, const struct compare_sides *sides,
                 struct report *report)
{
    const struct run_about *a = &runs->about[sides->a.runs[0]];
    const struct run_about *b = &runs->about[sides->b.runs[0]];

    compare_say_unfinished(runs, report);
    say_difference(runs, sides, report);
    if (a->ranks == b->ranks)
        say_amounts(runs, sides, report);
    if (sides->a.count < 2 && sides->b.count < 2)
        report_completeness(report,
                            "The noise between equal runs is unknown: give "
                            "several runs per side, `A1 A2 vs B1 B2'.");
    say_unlike(a, b, report);
    say_settings(a, b, report);
    say_mixed(runs, &sides->a, "A", report);
    say_mixed(runs, &sides->b, "B", report);
    compare_say_runs(runs, report);
}
