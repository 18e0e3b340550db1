#include "compare/compare_say.h"

#include <math.h>
#include <string.h>

#include "analyze/efficiency.h"
#include "analyze/say.h"
#include "base/strbuf.h"

#define WORTH_SAYING 0.1 /* of the difference of T */
#define SAME 0.0005      /* of T: no difference */
#define POINTS 0.02      /* by which an efficiency has changed */

struct said compare_say_time(double ns)
{
    return say_seconds((uint64_t)llround(fabs(ns)));
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
    struct strbuf text;

    strbuf_init(&text);
    for (int i = 0; i < PARTS_MOST && parts->row[i] != NULL; i++) {
        strbuf_puts(&text, i == 0 ? "" : ", ");
        if (parts->row[i]->set == RUNS_REGIONS)
            strbuf_puts(&text, "useful time in ");
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
                      const struct compare_sides *sides,
                      struct report *report, double total)
{
    struct parts parts = { .row = { NULL } };

    for (size_t i = 0; i < runs->row_count; i++) {
        struct compare_change change = compare_row(runs->rows[i], sides);

        if (change.known && !compare_is_noise(&change) &&
            change.more / total >= WORTH_SAYING)
            parts_keep(&parts, runs->rows[i], fabs(change.more));
    }
    parts_say(&parts, "Most of it, per rank", total > 0 ? '+' : '-', report);
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
        report_verdict(report, "Of the efficiencies %s has changed most: "
                       "%s in A, %s in B.", worst->title,
                       say_percent(most.a).text, say_percent(most.b).text);
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
    if (!change.known || !(change.a > 0)) {
        report_verdict(report, "There is no run time to compare.");
        return;
    }
    if (compare_is_noise(&change)) {
        report_verdict(report, "T is %s in A and %s in B: no more apart than "
                       "runs of one side, %s.", compare_say_time(change.a).text,
                       compare_say_time(change.b).text, compare_say_time(change.noise).text);
        return;
    }
    if (fabs(change.more) < SAME * change.a) {
        report_verdict(report, "T is the same in A and B, %s.",
                       compare_say_time(change.a).text);
        return;
    }
    report_verdict(report, "T is %s in A and %s in B: %s %s, %.3g times as "
                   "long.", compare_say_time(change.a).text, compare_say_time(change.b).text,
                   compare_say_time(change.more).text,
                   change.more > 0 ? "more" : "less", change.b / change.a);
    say_parts(runs, sides, report, change.more);
    say_efficiency(runs, sides, report);
}

/* ---- what does not compare ---- */

static void say_unlike(const struct runs *runs,
                       const struct compare_sides *sides,
                       struct report *report)
{
    const struct run_about *a = &runs->about[sides->a.runs[0]];
    const struct run_about *b = &runs->about[sides->b.runs[0]];

    if (a->ranks != b->ranks)
        report_completeness(report, "A has %s, B has %s: times are means "
                            "over ranks; `mpiprof-report scaling' is made "
                            "for such runs.",
                            say_count(a->ranks, "rank").text,
                            say_count(b->ranks, "rank").text);
    if (a->hosts != b->hosts)
        report_completeness(report, "A ran on %s, B on %s.",
                            say_count(a->hosts, "host").text,
                            say_count(b->hosts, "host").text);
    if (strcmp(a->mpi, b->mpi) != 0)
        report_completeness(report, "A ran with %s, B with %s.", a->mpi,
                            b->mpi);
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
        report_completeness(report, "The runs of %s are not of one kind, of "
                            "%s and of %s.", name,
                            say_count(first, "rank").text,
                            say_count(other, "rank").text);
        return;
    }
}

void compare_say_kind(const struct runs *runs, const struct runs_group *group,
                      struct report *report)
{
    const struct run_about *first = &runs->about[group->runs[0]];

    for (uint32_t i = 1; i < group->count; i++) {
        const struct run_about *other = &runs->about[group->runs[i]];

        if (strcmp(first->program, other->program) == 0)
            continue;
        report_completeness(report, "These are not runs of one program: %s, "
                            "%s.", first->program, other->program);
        return;
    }
}

void compare_say_runs(const struct runs *runs, const struct runs_group *group,
                      struct report *report)
{
    for (uint32_t i = 0; i < group->count; i++) {
        const struct run_about *about = &runs->about[group->runs[i]];

        if (about->remarks > 0)
            report_completeness(report, "%s: %s on its numbers; "
                                "`mpiprof-report %s' says which.",
                                about->path,
                                say_count(about->remarks, "remark").text,
                                about->path);
    }
}

void compare_say(const struct runs *runs, const struct compare_sides *sides,
                 struct report *report)
{
    struct runs_group all = { .count = runs->count };

    say_difference(runs, sides, report);
    for (uint32_t i = 0; i < runs->count; i++)
        all.runs[i] = i;
    compare_say_kind(runs, &all, report);
    say_unlike(runs, sides, report);
    if (sides->a.count < 2 && sides->b.count < 2)
        report_completeness(report, "By how much equal runs differ is not "
                            "known: give several of each side, `A1 A2 vs B1 "
                            "B2'.");
    say_mixed(runs, &sides->a, "A", report);
    say_mixed(runs, &sides->b, "B", report);
    compare_say_runs(runs, &sides->a, report);
    compare_say_runs(runs, &sides->b, report);
}
