/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * placement.c - whether ranks that communicate share a node.
 *
 * With n ranks per node, filled one after the other, bytes between two ranks
 * at distance d cross nodes for a fraction min(d / n, 1) of all positions.  With
 * ranks placed round-robin on the nodes, they do unless d is a multiple of the
 * number of nodes.
 */
#include "analyze/advice/looks.h"
#include "analyze/facts/efficiency/efficiency.h"
#include "analyze/facts/say.h"
#include "base/saturate.h"

struct traffic {
    double all, between; /* between nodes, as it was */
    double blocked,
        cyclic; /* and would be, with nodes filled in order or in turn */
};

static struct traffic traffic_of(const struct advice_facts *facts,
                                 const struct scope *scope, uint32_t nodes)
{
    double per_node = (double)scope->rank_count / nodes;
    struct traffic traffic = { .between = (double)facts->between };

    for (uint32_t i = 1; i < scope->profile->rank_count; i++) {
        double bytes = (double)facts->distances[i];

        traffic.all += bytes;
        traffic.blocked += i < per_node ? bytes * i / per_node : bytes;
        traffic.cyclic += i % nodes == 0 ? 0 : bytes;
    }
    return traffic;
}

/* A rank's time in the calls that move messages. */
static uint64_t least_time(const struct scope *scope)
{
    uint64_t least = UINT64_MAX;

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        const struct rank_times *times = &scope->ranks[i];
        uint64_t time = times->class[CALL_CLASS_P2P] +
                        times->class[CALL_CLASS_WAIT] +
                        times->class[CALL_CLASS_ONE_SIDED];

        least = time < least ? time : least;
    }
    return least;
}

static void placement_advise(struct advice *advice, const struct scope *scope,
                             const struct traffic *traffic, uint32_t nodes)
{
    bool in_turn = traffic->cyclic < traffic->blocked;
    double best = in_turn ? traffic->cyclic : traffic->blocked;
    double saved = 1 - best / traffic->between;
    double inside = costs_inside(&advice->costs);
    struct finding finding;

    finding_init(&finding, RULE_PLACEMENT);
    finding.gains = true;
    finding.phrase = inside < 0 ? "with such a placement, at best"
                                : "with such a placement";
    if (inside > 0)
        saved *= 1 - inside;
    finding.gain = advice_within_mpi(
        advice, scope, saturate_near((double)least_time(scope) * saved));
    strbuf_printf(&finding.evidence,
                  "%s of the %s sent between ranks cross hosts (%u hosts); "
                  "with %s about %s would.",
                  say_bytes(saturate_near(traffic->between)).text,
                  say_bytes(saturate_near(traffic->all)).text, nodes,
                  in_turn ? "ranks placed round-robin on the hosts"
                          : "neighbouring ranks on one host",
                  say_bytes(saturate_near(best)).text);
    if (in_turn)
        finding.remedy =
            "Place ranks round-robin on the hosts (mpiexec --map-by node), or "
            "number them so that ranks that communicate are neighbours "
            "(MPI_Cart_create with reorder).";
    advice_take(advice, scope, &finding);
}

void look_at_placement(struct advice *advice, const struct scope *scope)
{
    struct efficiency efficiency;
    struct traffic traffic;
    double best;

    if (scope->inside != NULL || scope->unread_count > 0 ||
        !efficiency_of(scope, &efficiency) || efficiency.hosts < 2)
        return;
    traffic = traffic_of(&advice->facts, scope, efficiency.hosts);
    best = traffic.cyclic < traffic.blocked ? traffic.cyclic : traffic.blocked;
    if (traffic.between > PLACEMENT_TIMES * best &&
        traffic.between - best > PLACEMENT_SHARE * traffic.all)
        placement_advise(advice, scope, &traffic, efficiency.hosts);
}
