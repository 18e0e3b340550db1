/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * say.c - verdict and remarks of a report on Python profiles.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "base/saturate.h"
#include "pyprof/label.h"
#include "pyprof/report.h"
#include "pyprof/tables.h"

#define WORTH_SAYING 0.02 /* of T */
#define NAMED_MOST 3      /* functions in one sentence */
#define REMARKS_MOST 20   /* of one kind */
#define DIGITS 3

struct said {
    char text[64];
};

static struct said say_time(uint64_t ns)
{
    struct strbuf text;
    struct said said;

    strbuf_init(&text);
    human_time(&text, ns, DIGITS);
    snprintf(said.text, sizeof(said.text), "%s", strbuf_text(&text));
    strbuf_clear(&text);
    return said;
}

static double percent(uint64_t part, uint64_t whole)
{
    return 100 * py_share(part, whole);
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* ---- verdict ---- */

static void say_times(const struct pyprof *merged, struct report *report)
{
    const struct py_rank *longest = merged_longest(merged);
    uint64_t mean = merged_own_ns(merged) / merged->rank_count;

    if (merged->rank_count == 1)
        report_verdict(report,
                       "Rank %d spent %s in Python functions, in "
                       "%" PRIu64 " calls.",
                       longest->rank, say_time(mean).text, longest->calls);
    else
        report_verdict(report,
                       "%zu ranks spent %s in Python functions on "
                       "average; the longest, rank %d, %s (T).",
                       merged->rank_count, say_time(mean).text, longest->rank,
                       say_time(longest->own_ns).text);
}

static void say_most(const struct pyprof *merged, struct report *report)
{
    uint64_t all = merged_own_ns(merged);
    uint32_t most = PY_NONE;
    struct strbuf name;

    for (uint32_t i = 0; i < merged->function_count; i++)
        if (most == PY_NONE ||
            merged->functions[i].total.own > merged->functions[most].total.own)
            most = i;
    if (most == PY_NONE || all == 0)
        return;
    strbuf_init(&name);
    label_said(&name, merged, most);
    report_verdict(report, "Most of it was spent in %s itself: %.1f %%.",
                   strbuf_text(&name),
                   percent(py_ns(merged->functions[most].total.own), all));
    strbuf_clear(&name);
}

/* The function whose own time is spread worst. */
static void say_imbalance(const struct pyprof *merged, struct report *report)
{
    uint64_t longest = merged_longest(merged)->own_ns;
    struct rank_stats_result worst = { 0 };
    uint32_t which = PY_NONE;
    struct strbuf name;

    for (uint32_t i = 0; i < merged->function_count; i++) {
        struct rank_stats_result here =
            merged_spread(merged, &merged->functions[i].own);

        if (which == PY_NONE || here.avoidable > worst.avoidable) {
            worst = here;
            which = i;
        }
    }
    if (which == PY_NONE ||
        (double)worst.avoidable < WORTH_SAYING * (double)longest)
        return;
    strbuf_init(&name);
    label_said(&name, merged, which);
    report_verdict(report,
                   "Rank %d spends %s in %s, %s more than the ranks "
                   "on average: %.1f %% of T.",
                   merged->ranks[worst.max_index].rank,
                   say_time(worst.max).text, strbuf_text(&name),
                   say_time(worst.avoidable).text,
                   percent(worst.avoidable, longest));
    strbuf_clear(&name);
}

void say_verdict(const struct pyprof *merged, struct report *report)
{
    say_times(merged, report);
    say_most(merged, report);
    if (merged->rank_count > 1)
        say_imbalance(merged, report);
}

void say_compared(const struct pyprof *a, const struct pyprof *b,
                  struct report *report)
{
    const struct py_rank *in_a = merged_longest(a), *in_b = merged_longest(b);
    uint64_t mean_a = merged_own_ns(a) / a->rank_count;
    uint64_t mean_b = merged_own_ns(b) / b->rank_count;

    report_verdict(report,
                   "T, the longest rank's time in Python functions, "
                   "is %s in A and %s in B.",
                   say_time(in_a->own_ns).text, say_time(in_b->own_ns).text);
    if (mean_a > 0)
        report_verdict(report,
                       "The mean of the ranks is %s in A and %s in B, "
                       "%.2f times as long.",
                       say_time(mean_a).text, say_time(mean_b).text,
                       py_share(mean_b, mean_a));
}

/* ---- completeness ---- */

static void say_refused(const struct pyprof *merged, const char *side,
                        struct report *report)
{
    size_t count = merged->refused_count;

    for (size_t i = 0; i < count && i < REMARKS_MOST; i++)
        report_completeness(report, "%sNot read: %s.", side,
                            merged->refused[i]);
    if (count > REMARKS_MOST)
        report_completeness(report, "%s%zu more files could not be read.",
                            side, count - REMARKS_MOST);
}

static void say_folds(const struct pyprof *merged, const char *side,
                      struct report *report)
{
    for (size_t i = 0; i < merged->fold_count && i < REMARKS_MOST; i++) {
        const struct fold *fold = &merged->folds[i];

        report_completeness(report,
                            "%sFiles in %s count as those in %s "
                            "(%" PRIu32 " rank%s, the first is %d); --as-is "
                            "keeps them apart.",
                            side, fold->from, fold->to, fold->ranks,
                            plural(fold->ranks), fold->first);
    }
    if (merged->fold_count > REMARKS_MOST)
        report_completeness(report, "%s%zu more folders count as others.",
                            side, merged->fold_count - REMARKS_MOST);
}

static void say_clashes(const struct pyprof *merged, const char *side,
                        struct report *report)
{
    struct strbuf names;
    size_t count = 0;

    strbuf_init(&names);
    for (uint32_t i = 0; i < merged->function_count; i++) {
        if (merged->functions[i].clashes == 0)
            continue;
        if (count++ < NAMED_MOST) {
            strbuf_puts(&names, count == 1 ? "" : ", ");
            label_said(&names, merged, i);
        }
    }
    if (merged->lossy_ranks > 0)
        report_completeness(
            report,
            "%sOf functions that share file, line and "
            "name, such as lambdas of one line, cProfile "
            "keeps one and loses the others: %s%son %" PRIu32 " rank%s%s%s%s.",
            side,
            merged->lost_s > 0 ? say_time(py_ns(merged->lost_s)).text : "",
            merged->lost_s > 0 ? " or more " : "", merged->lossy_ranks,
            plural(merged->lossy_ranks), count > 0 ? ", of " : "",
            strbuf_text(&names), count > NAMED_MOST ? " and others" : "");
    strbuf_clear(&names);
}

static void say_callers_only(const struct pyprof *merged, const char *side,
                             struct report *report)
{
    size_t count = 0, mixed = 0;

    for (size_t i = 0; i < merged->function_count; i++)
        count += !merged->functions[i].listed;
    for (size_t i = 0; i < merged->edge_count; i++)
        mixed += merged->edges[i].bare && merged->edges[i].full;
    if (count > 0)
        report_completeness(report,
                            "%sOf %zu function%s there is nothing "
                            "but that %s called others; the merged file has "
                            "%s with zeros.",
                            side, count, plural(count),
                            count == 1 ? "it" : "they",
                            count == 1 ? "it" : "them");
    if (mixed > 0)
        report_completeness(report,
                            "%sOf %zu caller%s some ranks have no "
                            "times; sums are those of the others.",
                            side, mixed, plural(mixed));
}

static void say_odd(const struct pyprof *merged, const char *side,
                    struct report *report)
{
    if (merged->bare_ranks > 0)
        report_completeness(report,
                            "%sOn %" PRIu32 " rank%s Python's module "
                            "profile was used: callers have calls, but no "
                            "times.",
                            side, merged->bare_ranks,
                            plural(merged->bare_ranks));
    if (merged->ignored_ranks > 0)
        report_completeness(report,
                            "%sOn %" PRIu32 " rank%s there is more in "
                            "the file behind the profile; it was not read.",
                            side, merged->ignored_ranks,
                            plural(merged->ignored_ranks));
    if (merged->odd_times > 0)
        report_completeness(report,
                            "%s%" PRIu64 " time%s negative or no "
                            "number and count%s as nothing in tables.",
                            side, merged->odd_times,
                            merged->odd_times == 1 ? " is" : "s are",
                            merged->odd_times == 1 ? "s" : "");
}

void say_completeness(const struct pyprof *merged, const char *missing,
                      const char *side, struct report *report)
{
    if (missing != NULL)
        report_completeness(report, "%sThere is no file of rank%s %s.", side,
                            strpbrk(missing, ",-") == NULL ? "" : "s",
                            missing);
    say_refused(merged, side, report);
    say_clashes(merged, side, report);
    say_callers_only(merged, side, report);
    say_odd(merged, side, report);
    say_folds(merged, side, report);
}
