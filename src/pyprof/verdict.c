/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * verdict.c - the first lines of a report on Python profiles.
 *
 * Time in MPI is waiting for others and transfers: what ranks could share
 * evenly is the rest, their work.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/human.h"
#include "base/ranklist.h"
#include "pyprof/label.h"
#include "pyprof/report.h"
#include "pyprof/tables.h"

#define WORTH_SAYING 0.02 /* of T */
#define IDLE 0.05         /* of the greatest work: such a rank does none */
#define MOST_IN 0.5       /* of the work beyond the mean: it is mostly there */
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

static double percent(uint64_t part, uint64_t whole)
{
    return 100 * py_share(part, whole);
}

static uint64_t work_of(const struct py_rank *rank)
{
    return rank->own_ns - rank->mpi_ns;
}

/* ---- where the time went ---- */

static void say_times(const struct pyprof *merged, struct report *report)
{
    const struct py_rank *longest = merged_longest(merged);
    uint64_t all = merged_own_ns(merged), mpi = merged_mpi_ns(merged);
    char parts[64] = "";

    if (mpi > 0)
        snprintf(parts, sizeof(parts), ": %.0f %% work, %.0f %% in MPI",
                 percent(all - mpi, all), percent(mpi, all));
    if (merged->rank_count == 1)
        report_verdict(report,
                       "Rank %d spent %s in Python functions, in "
                       "%" PRIu64 " calls%s.",
                       longest->rank, py_say_seconds(all).text, longest->calls,
                       parts);
    else
        report_verdict(
            report,
            "%zu ranks spent %s in Python functions on average "
            "(the longest, rank %d, %s = T)%s.",
            merged->rank_count, py_say_seconds(all / merged->rank_count).text,
            longest->rank, py_say_seconds(longest->own_ns).text, parts);
}

static void say_most(const struct pyprof *merged, struct report *report)
{
    uint64_t work = merged_own_ns(merged) - merged_mpi_ns(merged);
    uint32_t most = PY_NONE;
    struct strbuf name = { 0 };

    for (uint32_t i = 0; i < merged->function_count; i++)
        if (!merged->functions[i].mpi &&
            (most == PY_NONE || merged->functions[i].total.own >
                                    merged->functions[most].total.own))
            most = i;
    if (most == PY_NONE || work == 0)
        return;
    label_said(&name, merged, most);
    report_verdict(report, "%.0f %% of the work is in %s itself.",
                   percent(py_ns(merged->functions[most].total.own), work),
                   strbuf_text(&name));
    strbuf_clear(&name);
}

/* ---- how evenly work is spread ---- */

struct spread_work {
    const struct py_rank *most;
    uint64_t mean;
    size_t idle; /* ranks that do next to none */
};

static struct spread_work spread_of(const struct pyprof *merged)
{
    struct spread_work spread = { .most = &merged->ranks[0] };
    uint64_t work = merged_own_ns(merged) - merged_mpi_ns(merged);

    spread.mean = work / merged->rank_count;
    for (size_t i = 0; i < merged->rank_count; i++)
        if (work_of(&merged->ranks[i]) > work_of(spread.most))
            spread.most = &merged->ranks[i];
    for (size_t i = 0; i < merged->rank_count; i++)
        spread.idle += (double)work_of(&merged->ranks[i]) <
                       IDLE * (double)work_of(spread.most);
    return spread;
}

/* The function of Python's or a built-in one that has most of what the rank does
 * more than the mean; PY_NONE: no one has. */
static uint32_t worst_function(const struct pyprof *merged,
                               const struct py_rank *rank, uint64_t more)
{
    uint64_t most = 0;
    uint32_t worst = PY_NONE;

    for (uint32_t i = 0; i < merged->function_count; i++) {
        struct rank_stats_result here =
            merged_spread(merged, &merged->functions[i].own);

        if (!merged->functions[i].mpi && here.avoidable > most &&
            &merged->ranks[here.max_index] == rank) {
            most = here.avoidable;
            worst = i;
        }
    }
    return (double)most < MOST_IN * (double)more ? PY_NONE : worst;
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

/* ", mostly in solve (app.py:7)", and of a built-in function who calls it. */
static void put_where(struct strbuf *out, const struct pyprof *merged,
                      const struct spread_work *spread)
{
    uint64_t more = work_of(spread->most) - spread->mean;
    uint32_t worst = worst_function(merged, spread->most, more);
    uint32_t caller = PY_NONE;

    if (worst == PY_NONE)
        return;
    strbuf_puts(out, ", mostly in ");
    label_said(out, merged, worst);
    if (merged->functions[worst].key.line == 0)
        caller = main_caller(merged, worst);
    if (caller != PY_NONE) {
        strbuf_puts(out, " called by ");
        label_said(out, merged, caller);
    }
}

static void put_idle_ranks(struct strbuf *out, const struct pyprof *merged,
                           const struct spread_work *spread)
{
    struct ranklist_text list = { .out = out };

    for (size_t i = 0; i < merged->rank_count; i++)
        if ((double)work_of(&merged->ranks[i]) <
            IDLE * (double)work_of(spread->most))
            ranklist_text_add(&list, (uint32_t)merged->ranks[i].rank);
    ranklist_text_end(&list);
}

static void say_idle(const struct pyprof *merged,
                     const struct spread_work *spread, struct report *report)
{
    struct strbuf ranks = { 0 };

    if (spread->idle == 0)
        return;
    put_idle_ranks(&ranks, merged, spread);
    report_verdict(report, "%zu of %zu ranks %s%s.", spread->idle,
                   merged->rank_count,
                   spread->idle == 1 ? "does next to no work: rank "
                                     : "do next to no work: ranks ",
                   strbuf_text(&ranks));
    strbuf_clear(&ranks);
}

static void say_imbalance(const struct pyprof *merged, struct report *report)
{
    struct spread_work spread = spread_of(merged);
    uint64_t most = work_of(spread.most), longest;
    struct strbuf where = { 0 };

    longest = merged_longest(merged)->own_ns;
    if ((double)(most - spread.mean) < WORTH_SAYING * (double)longest)
        return;
    put_where(&where, merged, &spread);
    say_idle(merged, &spread, report);
    report_verdict(report,
                   "Rank %d works longest, %s against %s on average%s: spread "
                   "evenly over all ranks, up to %s (%.0f %% of T) would be "
                   "gained.",
                   spread.most->rank, py_say_seconds(most).text,
                   py_say_seconds(spread.mean).text, strbuf_text(&where),
                   py_say_seconds(most - spread.mean).text,
                   percent(most - spread.mean, longest));
    strbuf_clear(&where);
}

void say_verdict(const struct pyprof *merged, struct report *report)
{
    say_times(merged, report);
    say_most(merged, report);
    if (merged->rank_count > 1)
        say_imbalance(merged, report);
}
