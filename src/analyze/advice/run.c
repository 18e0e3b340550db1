/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run.c - the run as a whole: cores, its start and end, and mpiprof overhead.
 */
#include "analyze/advice/looks.h"
#include "analyze/facts/overheads.h"
#include "analyze/facts/say.h"
#include "analyze/facts/starvation.h"

#define APART_SHARE 0.5 /* of a long start: ranks that far apart explain it */

static void look_at_starvation(struct advice *advice,
                               const struct scope *scope)
{
    struct starvation starvation = starvation_of(scope);
    struct finding finding;

    if (scope_is_too_short(scope))
        advice->withheld = "the run is too short";
    if (!starvation.starved)
        return;
    advice->withheld = "ranks waited for a core";
    finding_init(&finding, RULE_STARVED);
    starvation_say(scope, &starvation, &finding.evidence);
    finding.remedy = starvation_cure(&starvation);
    advice_take(advice, scope, &finding);
}

static void look_at_overhead(struct advice *advice, const struct scope *scope)
{
    struct overheads costs = overheads_of(scope);
    struct finding finding;

    if (scope->doubt_ns == 0)
        return;
    finding_init(&finding, RULE_OVERHEAD);
    finding.rank = costs.rank->rank;
    strbuf_printf(&finding.evidence,
                  "%s of %s on rank %u: ", say_seconds(costs.total_ns).text,
                  say_seconds(scope->run_ns).text, costs.rank->rank);
    overheads_say(&costs, &finding.evidence);
    strbuf_puts(&finding.evidence, ".");
    finding.remedy = overheads_remedy(&costs);
    advice_take(advice, scope, &finding);
}

void look_at_trust(struct advice *advice, const struct scope *scope)
{
    look_at_starvation(advice, scope);
    look_at_overhead(advice, scope);
}

/* Ranks that share cores start slowly, whatever the program is read from. */
static void blame_cores(struct finding *finding, const struct scope *scope,
                        const struct rank_times *rank)
{
    struct starvation cores = starvation_cores(scope, rank);

    if (cores.had != CORES_FEWER && cores.had != CORES_BOUND)
        return;
    strbuf_printf(&finding->evidence, " %u ranks shared ", cores.sharing);
    core_set_say(&cores.cores, &finding->evidence);
    strbuf_puts(&finding->evidence, ", which makes both long.");
    finding->remedy = starvation_cure(&cores);
}

/* The time that all ranks spend in MPI_Finalize: more than that is a wait for a rank
 * that comes late, which has a cause in T. */
static uint64_t least_at_end(const struct scope *scope)
{
    uint64_t least = UINT64_MAX;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].finalize < least)
            least = scope->ranks[i].finalize;
    return least;
}

/* When the rank called MPI_Init, on the clock of rank_data.begin. */
static int64_t called_init(const struct rank_times *rank)
{
    return (int64_t)rank->begin - (int64_t)rank->init;
}

/* All ranks wait for the last one that calls MPI_Init. */
static void blame_last_rank(struct finding *finding, const struct scope *scope,
                            uint64_t most)
{
    const struct rank_times *first = scope->ranks, *last = first;
    uint64_t apart;

    for (uint32_t i = 1; i < scope->rank_count; i++) {
        const struct rank_times *rank = &scope->ranks[i];

        if (called_init(rank) < called_init(first))
            first = rank;
        if (called_init(rank) > called_init(last))
            last = rank;
    }
    apart = (uint64_t)(called_init(last) - called_init(first));
    if ((double)apart < APART_SHARE * (double)most || first->init < apart)
        return;
    strbuf_printf(&finding->evidence,
                  "  Rank %u calls MPI_Init %s after rank %u, which waits "
                  "for it there.",
                  last->rank, say_seconds(apart).text, first->rank);
    finding->remedy =
        "Look at what the last ranks do before MPI_Init (read input, load "
        "modules), and at how the launcher starts them.";
}

/* Judges the rank with the most time outside T.  In a run that hung, the wait
 * in MPI_Finalize has other causes; in a starved one the cores are the cause. */
void look_at_run(struct advice *advice, const struct scope *scope)
{
    const struct rank_times *slowest = NULL;
    uint64_t at_end = least_at_end(scope), most = 0, all = 0;
    struct finding finding;

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        const struct rank_times *times = &scope->ranks[i];
        uint64_t outside = times->init + at_end;

        if (outside <= most)
            continue;
        most = outside;
        slowest = times;
        all = outside + times->run_length;
    }
    if (scope_is_part(scope) || scope->ends.count > 0 ||
        most < START_LEAST_NS || (double)most <= START_SHARE * (double)all ||
        starvation_of(scope).starved)
        return;
    finding_init(&finding, RULE_START);
    strbuf_printf(&finding.evidence,
                  "MPI_Init and what each rank spends in MPI_Finalize "
                  "take up to %s of %s.",
                  say_seconds(most).text, say_seconds(all).text);
    blame_last_rank(&finding, scope, most);
    blame_cores(&finding, scope, slowest);
    advice_take(advice, scope, &finding);
}
