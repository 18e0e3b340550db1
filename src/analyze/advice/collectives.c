/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * collectives.c - barriers that could be removed, and collectives for a few
 * bytes.
 *
 * The rank that waits least in them, since it usually arrives last, would gain
 * that time without them: with barriers as the only MPI calls, T would be the
 * largest useful time.
 */
#include "analyze/advice/looks.h"

#include <string.h>

#include "analyze/facts/say.h"
#include "analyze/wait_states/say_site.h"
#include "base/order.h"
#include "base/saturate.h"

static uint8_t coll_of(const struct scope *scope, const struct tally *site)
{
    uint32_t call = site_call(site->key);

    return call < scope->profile->call_count ? scope->profile->calls[call].coll
                                             : CALL_COLL_NONE;
}

static void put_times(const struct advice *advice, const struct scope *scope,
                      const struct tally *site,
                      const struct rank_stats_result *time,
                      struct finding *finding)
{
    struct said mean = say_seconds(saturate_near(time->mean)),
                least = say_seconds(time->min);

    finding->gains = true;
    finding->gain = advice_within_mpi(advice, scope, time->min);
    say_site(&finding->where, scope, site->key);
    strbuf_printf(&finding->evidence, "%s take%s %s ",
                  say_count(site->calls, "call").text,
                  site->calls == 1 ? "s" : "", mean.text);
    if (strcmp(mean.text, least.text) == 0)
        strbuf_puts(&finding->evidence, "on each rank");
    else
        strbuf_printf(&finding->evidence,
                      "per rank on average and at least %s (rank %u)",
                      least.text, scope_rank_at(scope, time->min_index));
}

/* Whether ranks receive something at least as often as they call the barrier. */
static bool wait_elsewhere(const struct scope *scope,
                           const struct tally *barrier)
{
    uint64_t calls = 0;

    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];

        if (site->in_bytes > 0 &&
            scope_call_class(scope, site_call(site->key)) != CALL_CLASS_IO)
            calls += site->calls;
    }
    return calls >= barrier->calls;
}

static void look_at_barrier(struct advice *advice, const struct scope *scope,
                            const struct tally *site)
{
    struct rank_stats_result time = scope_stats(scope, &site->time);
    struct finding finding;

    finding_init(&finding, RULE_BARRIER);
    finding.cure = (struct cure){ .kind = CURE_OFF, .site = site->key };
    put_times(advice, scope, site, &time, &finding);
    strbuf_putc(&finding.evidence, '.');
    if (!advice->simulates && wait_elsewhere(scope, site)) {
        uint64_t least = site->shortest * site->calls / time.ranks;

        if (least < finding.gain)
            finding.gain = least;
    }
    advice_take(advice, scope, &finding);
}

/* Every rank has a message for each other: fewer ranks need fewer. */
static bool is_slow_transpose(const struct scope *scope,
                              const struct tally *site,
                              const struct cost *cost)
{
    return scope->rank_count >= GRID_RANKS && cost != NULL &&
           coll_of(scope, site) == CALL_COLL_ALLTOALL &&
           cost_latency_share(cost) >= BOUND_SHARE;
}

static const char *remedy_of_small(const struct scope *scope,
                                   const struct tally *site,
                                   const struct cost *cost)
{
    if (coll_of(scope, site) == CALL_COLL_BCAST)
        return "Put several values into one call, call it only every few "
               "steps, or use MPI_Allreduce or MPI_Allgather where it follows "
               "MPI_Reduce or MPI_Gather.";
    return is_slow_transpose(scope, site, cost)
               ? "Transpose several arrays in one call, or among fewer ranks: "
                 "in rows and columns of a grid of ranks (pencils in place of "
                 "slabs, MPI_Cart_sub), or in pools of ranks that each do "
                 "some of the transforms."
               : NULL;
}

static void look_at_small(struct advice *advice, const struct scope *scope,
                          const struct tally *site,
                          const struct tally *payload)
{
    struct rank_stats_result time = scope_stats(scope, &site->time);
    double bytes = (double)payload->out_bytes / (double)site->calls;
    double rate = advice_rate(scope, site->calls, time.ranks);
    const struct cost *cost = costs_of(&advice->costs, site->key);
    double latency = cost == NULL ? 1 : cost_latency_share(cost);
    struct finding finding;

    if (bytes >= SMALL_COLLECTIVE_BYTES || rate < COLLECTIVES_PER_SECOND)
        return;
    finding_init(&finding, RULE_SMALL_COLLECTIVES);
    finding.cure = (struct cure){ .kind = CURE_COST,
                                  .site = site->key,
                                  .latency = latency,
                                  .factor = 1 - latency * (CALLS_IN_ONE - 1) /
                                                    CALLS_IN_ONE };
    put_times(advice, scope, site, &time, &finding);
    finding.gain -= finding.gain / (advice->simulates ? CALLS_IN_ONE : 2);
    if (!advice->simulates)
        finding.phrase = "with half as many calls";
    finding.remedy = remedy_of_small(scope, site, cost);
    strbuf_printf(&finding.evidence,
                  "; each rank makes %.0f calls per second, of %s each.", rate,
                  say_bytes(saturate_near(bytes)).text);
    advice_take(advice, scope, &finding);
}

/* ---- pairs of ranks that exchange most ---- */

/* One rank, which sends or receives that much. */
static void put_one(const struct amounts_pair *pair, struct strbuf *out)
{
    bool sends = pair->sends;

    strbuf_printf(out,
                  "It %s %s there in total; half of the ranks %s no more than "
                  "%s.",
                  sends ? "sends" : "receives",
                  say_bytes(sends ? pair->sent : pair->received).text,
                  sends ? "send" : "receive", say_bytes(pair->median).text);
}

static void put_pair(const struct amounts_pair *pair, struct strbuf *out)
{
    strbuf_printf(out,
                  "Rank %u sends %s there and rank %u receives %s in total; "
                  "half of the ranks send no more than %s.",
                  pair->from, say_bytes(pair->sent).text, pair->to,
                  say_bytes(pair->received).text,
                  say_bytes(pair->median).text);
    if (pair->both)
        strbuf_puts(out, "  Both send and receive that much: to each other, "
                         "or each to itself.");
}

/* A collective takes as long as the ranks that move most. */
static void look_at_pair(struct advice *advice, const struct scope *scope,
                         const struct tally *site)
{
    struct rank_stats_result time = scope_stats(scope, &site->time);
    struct finding finding;
    struct amounts_pair pair;
    uint64_t most;

    if (time.ranks < scope->profile->rank_count ||
        !amounts_find_pair(&advice->facts.amounts, scope, site->key, &pair))
        return;
    most = order_most(pair.sent, pair.received);
    if (most * time.ranks < PAIR_BYTES * site->calls)
        return;
    finding_init(&finding, RULE_PAIR);
    finding.cure = (struct cure){ .kind = CURE_COST,
                                  .site = site->key,
                                  .factor = pair.mean / (double)most };
    finding.gains = true;
    finding.gain = advice_within_mpi(
        advice, scope,
        saturate_near((double)time.max * (1 - finding.cure.factor)));
    say_site(&finding.where, scope, site->key);
    if (pair.from == pair.to) {
        finding.rank = pair.from;
        put_one(&pair, &finding.evidence);
    } else {
        put_pair(&pair, &finding.evidence);
    }
    advice_take(advice, scope, &finding);
}

void look_at_collectives(struct advice *advice, const struct scope *scope)
{
    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];
        const struct tally *payload =
            tallies_find(&advice->facts.payloads, site->key);

        if (coll_of(scope, site) == CALL_COLL_BARRIER)
            look_at_barrier(advice, scope, site);
        if (payload != NULL && site->calls > 0)
            look_at_small(advice, scope, site, payload);
        look_at_pair(advice, scope, site);
    }
}
