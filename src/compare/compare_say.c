/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/compare_say.h"

#include <math.h>
#include <string.h>

#include "base/rank_stats.h"
#include "analyze/facts/efficiency.h"
#include "analyze/facts/say.h"
#include "base/strbuf.h"
#include "base/saturate.h"

#define WORTH_SAYING 0.1 /* of the difference of T */
#define OF_ONE_RANK 0.5  /* of the difference of T */
#define SAME 0.0005      /* of T: no difference */
#define POINTS 0.02      /* by which an efficiency has changed */

struct said compare_say_time(double ns)
{
    return say_seconds(saturate_near(fabs(ns)));
}

/* ---- the largest parts ---- */

void parts_keep(struct parts *parts, const struct runs_row *row, double ns)
{
    int at = PARTS_MOST;

    if (row->set != RUNS_REGIONS && row->set != RUNS_PROCEDURES)
        return;
    while (at > 0 && (parts->row[at - 1] == NULL || parts->ns[at - 1] < ns))
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

void parts_say(const struct parts *parts, const char *what, char sign,
               struct report *report)
{
    struct strbuf text = { 0 };

    for (int i = 0; i < PARTS_MOST && parts->row[i] != NULL; i++) {
        strbuf_puts(&text, i == 0 ? "" : ", ");
        strbuf_puts(&text, parts->row[i]->set == RUNS_REGIONS
                               ? "useful time in "
                               : "time in ");
        say_name(&text, parts->row[i]->name);
        strbuf_printf(&text, " %c%s", sign,
                      compare_say_time(parts->ns[i]).text);
    }
    if (text.length > 0)
        report_verdict(report, "%s: %s.", what, strbuf_text(&text));
    strbuf_clear(&text);
}

/* ---- where T comes from ---- */

static void say_parts(const struct runs *runs,
                      const struct compare_sides *sides, struct report *report,
                      double total)
{
    struct parts parts = { .row = { NULL } };

    for (size_t i = 0; i < runs->row_count; i++) {
        struct compare_change change = compare_row(runs->rows[i], sides);

        if (change.known && !compare_is_noise(&change) &&
            change.more / total >= WORTH_SAYING)
            parts_keep(&parts, runs->rows[i], fabs(change.more));
    }
    parts_say(&parts, "Largest parts, mean of the ranks",
              total > 0 ? '+' : '-', report);
}

/* T follows the slowest rank, not the mean. */
static void say_rank(const struct runs *runs,
                     const struct compare_sides *sides, struct report *report,
                     double total)
{
    const struct runs_row *useful = runs_find(runs, RUNS_TIMES, "useful");
    struct compare_change mean = compare_row(useful, sides), most = { 0 };
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
    report_verdict(report,
                   "Rank %s computes %s %s, the mean of the ranks "
                   "%s %s.",
                   rank->name, compare_say_time(most.more).text,
                   most.more > 0 ? "longer" : "less",
                   compare_say_time(mean.more).text,
                   mean.more > 0 ? "longer" : "less");
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
                       "Of the efficiencies %s has changed most: "
                       "%s in A, %s in B.",
                       worst->title, say_percent(most.a).text,
                       say_percent(most.b).text);
}

static void say_difference(const struct runs *runs,
                           const struct compare_sides *sides,
                           struct report *report)
{
    const struct runs_row *row = runs_find(runs, RUNS_TIMES, "run_time");
    struct compare_change change;
    struct said a, b;

    if (row == NULL)
        return;
    change = compare_row(row, sides);
    a = compare_say_time(change.a);
    b = compare_say_time(change.b);
    if (!change.known || !(change.a > 0)) {
        report_verdict(report, "There is no run time to compare.");
    } else if (fabs(change.more) < SAME * change.a) {
        report_verdict(report, "T is the same in A and B, %s.", a.text);
    } else if (compare_is_noise(&change)) {
        report_verdict(report,
                       "T is %s in A and %s in B: no more apart than "
                       "runs of one side, %s.",
                       a.text, b.text, compare_say_time(change.noise).text);
    } else {
        report_verdict(report, "T is %s in A and %s in B: %s %s (%c%s).",
                       a.text, b.text, compare_say_time(change.more).text,
                       change.more > 0 ? "more" : "less",
                       change.more > 0 ? '+' : '-',
                       say_percent(fabs(change.more) / change.a).text);
        say_parts(runs, sides, report, change.more);
        say_rank(runs, sides, report, change.more);
        say_efficiency(runs, sides, report);
    }
}

/* ---- what does not compare ---- */

void compare_say_unfinished(const struct runs *runs, struct report *report)
{
    for (uint32_t i = 0; i < runs->count; i++) {
        const struct run_about *about = &runs->about[i];

        if (about->unfinished)
            report_verdict(report,
                           "%s did not come to its end: its times "
                           "are those until then, and do not compare.",
                           about->path);
        else if (about->measured < about->ranks)
            report_verdict(report,
                           "%s: there are numbers of %llu of its %s "
                           "only; means are over these.",
                           about->path, (unsigned long long)about->measured,
                           say_count(about->ranks, "rank").text);
    }
}

static void say_unlike(const struct run_about *a, const struct run_about *b,
                       struct report *report)
{
    if (a->ranks != b->ranks)
        report_completeness(report,
                            "A has %s, B has %s: times are means "
                            "over ranks; `mpiprof-report scaling' is made "
                            "for such runs.",
                            say_count(a->ranks, "rank").text,
                            say_count(b->ranks, "rank").text);
    if (strcmp(a->command, b->command) != 0 &&
        strcmp(a->program, b->program) == 0)
        report_completeness(report, "The command lines differ: %s, %s.",
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
static bool matters(const char *name)
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

        if (other != NULL && matters(setting->name) &&
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
                            "The runs of %s are not of one kind, of "
                            "%s and of %s.",
                            name, say_count(first, "rank").text,
                            say_count(other, "rank").text);
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
                            "Not all had as many threads per rank: "
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
                          runs->about[i].path);
    report_completeness(report, "%s: %s", strbuf_text(&names), remark);
    strbuf_clear(&names);
}

void compare_say_runs(const struct runs *runs, struct report *report)
{
    if (runs->about[0].region[0] != '\0')
        report_completeness(report,
                            "Only what happened in regions that "
                            "match %s: T, too, is the time inside them.",
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
    if (sides->a.count < 2 && sides->b.count < 2)
        report_completeness(report,
                            "By how much equal runs differ is not "
                            "known: give several of each side, `A1 A2 vs B1 "
                            "B2'.");
    say_unlike(a, b, report);
    say_settings(a, b, report);
    say_mixed(runs, &sides->a, "A", report);
    say_mixed(runs, &sides->b, "B", report);
    compare_say_runs(runs, report);
}
