/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * chains.c - ranks that wait for each other one after another: a pipeline, or values
 * that are combined along a chain.
 */
#include <stdlib.h>

#include "analyze/advice/looks.h"
#include "analyze/advice/pipeline.h"
#include "analyze/facts/replayed.h"
#include "analyze/facts/say.h"
#include "analyze/wait_states/say_site.h"

#define TURN_BYTES 4u  /* of a message that says whose turn it is */
#define TOKEN_BYTES 8u /* the same, or a number: the turns have to show */
#define TURN_LEAST_NS 100000.0 /* of a turn */
#define TURN_WAITED \
    0.75 /* of a turn, that each rank behind waits: one piece is all there is */
#define RING_WAITED 0.25 /* of a turn: ranks have other work meanwhile */
#define PART_LEAST \
    8 /* of a pipeline, whose parts are worth a finding together */

static bool is_of_all(const struct scope *scope, const struct tally *site)
{
    return scope_call_class(scope, site_call(site->key)) ==
               CALL_CLASS_COLLECTIVE &&
           scope_stats(scope, &site->time).ranks == scope->rank_count;
}

/* Whether each of these ranks receives once there for each call of some
 * collective. */
static bool is_once_a_step(const struct scope *scope, const struct tally *site,
                           uint32_t ranks)
{
    for (size_t i = 0; i < scope->sites.count; i++)
        if (is_of_all(scope, &scope->sites.items[i]) &&
            scope->sites.items[i].calls / scope->rank_count ==
                site->calls / ranks)
            return true;
    return false;
}

/* Whether others wait mostly for that rank in a broadcast. */
static bool rank_broadcasts(const struct wait_tallies *waits, uint32_t rank)
{
    for (size_t i = 0; i < waits->blame_count; i++) {
        const struct wait_blame *blame = &waits->blames[i];

        if (blame->kind == WAIT_LATE_BROADCAST && blame->rank == rank &&
            wait_blame_of(waits, blame->kind, blame->place) == blame)
            return true;
    }
    return false;
}

/* A chain of ranks at a place; depth 0: there is none. */
struct chain_there {
    uint32_t depth;
    enum chained passes; /* CHAINED_VALUES: values that take little work */
};

static bool sends_tokens(const struct scope *scope, const struct tally *site)
{
    return site != NULL && site->out_bytes > 0 &&
           site->out_bytes <= TOKEN_BYTES * site->out_calls &&
           scope_call_class(scope, site_call(site->key)) == CALL_CLASS_P2P;
}

/* Work before each send of a message as short as a token; 0: there is none. */
static double work_before_tokens(const struct advice *advice,
                                 const struct scope *scope)
{
    const struct wait_tallies *waits = &advice->waits;
    double work = 0, messages = 0;

    for (uint32_t i = 0; i < waits->replay->site_count; i++)
        if (sends_tokens(
                scope, tallies_find(&scope->sites,
                                    wait_place_site(waits, waits->places[i]))))
            work += (double)waits->replay->activities[2 * (size_t)i];
    for (size_t i = 0; i < scope->sites.count; i++)
        if (sends_tokens(scope, &scope->sites.items[i]))
            messages += (double)scope->sites.items[i].out_calls;
    return messages > 0 ? work / messages : 0;
}

/* Whether messages are too small for data, and what a rank does between two of them
 * takes too long to combine values: most, ns that a rank waits there.  Only
 * receives have their bytes at their own call site.  A number may be data: it is
 * a turn where ranks wait for all that those before them do, since pieces
 * of a pipeline would follow one another. */
static bool passes_turns(const struct advice *advice,
                         const struct scope *scope, const struct tally *site,
                         uint32_t ranks, uint32_t depth, uint64_t most)
{
    double messages = (double)site->calls / ranks;
    double turn = (double)most / (depth - 1) / messages, work;

    if (!advice_only_receives(scope_call_name(scope, site_call(site->key))) ||
        site->in_bytes > TOKEN_BYTES * site->calls || turn <= TURN_LEAST_NS)
        return false;
    if (site->in_bytes <= TURN_BYTES * site->calls)
        return true;
    work = work_before_tokens(advice, scope);
    return work > TURN_LEAST_NS && turn >= TURN_WAITED * work;
}

/* Whether a token goes around a ring: between receiving the token and sending it on only
 * one rank at a time works, so the work of all takes no longer than the run. */
static bool goes_around(const struct advice *advice, const struct scope *scope,
                        const struct tally *site, uint32_t depth,
                        uint64_t most)
{
    double messages = (double)site->calls / depth;
    double turn = (double)most / (depth - 1) / messages;
    double work = work_before_tokens(advice, scope);

    return advice_only_receives(
               scope_call_name(scope, site_call(site->key))) &&
           site->in_bytes <= TOKEN_BYTES * site->calls &&
           work > TURN_LEAST_NS && turn >= RING_WAITED * work &&
           work * (double)site->calls <= (double)scope->run_ns;
}

/* most: ns that a rank waits there. */
static struct chain_there chain_at(const struct advice *advice,
                                   const struct scope *scope, uint32_t place,
                                   uint64_t most)
{
    const struct wait_tallies *waits = &advice->waits;
    const struct tally *site =
        tallies_find(&scope->sites, wait_place_site(waits, place));
    uint32_t last = 0, ranks;
    struct chain_there chain = { .depth = pipeline_depth(
                                     waits, scope->profile->rank_count, place,
                                     &last),
                                 .passes = CHAINED_PIPELINE };

    if (chain.depth == 0 && site != NULL) {
        chain.passes = CHAINED_TURNS;
        chain.depth = pipeline_ring(waits, scope->profile->rank_count, place);
        if (chain.depth > 0 &&
            !goes_around(advice, scope, site, chain.depth, most))
            chain.depth = 0;
        return chain;
    }
    if (chain.depth == 0 || site == NULL)
        return chain;
    ranks = scope_stats(scope, &site->time).ranks;
    if (passes_turns(advice, scope, site, ranks, chain.depth, most))
        chain.passes = CHAINED_TURNS;
    else if (is_once_a_step(scope, site, ranks) &&
             (rank_broadcasts(waits, last) ||
              (double)most / (chain.depth - 1) <
                  COMBINING_MOST * scope_mean(scope, scope->useful_ns)))
        chain.passes = CHAINED_VALUES;
    /* The second rank may find its message sent. */
    if (chain.passes != CHAINED_PIPELINE && chain.depth == ranks &&
        ranks < scope->rank_count)
        chain.depth++;
    return chain;
}

/* Estimates a gain from that many ns of waits. */
static uint64_t gain_of(const struct advice *advice, const struct scope *scope,
                        uint64_t waits)
{
    return advice_within_losses(advice, scope, waits / scope->rank_count);
}

static void chain_init(const struct scope *scope, enum rule rule,
                       uint64_t site, uint32_t depth, struct finding *finding)
{
    finding_init(finding, rule);
    finding->gains = true;
    finding->depth = depth;
    finding->cure = (struct cure){ .kind = rule == RULE_CHAIN   ? CURE_TREE
                                           : rule == RULE_TURNS ? CURE_NO_WAIT
                                                                : CURE_PIECES,
                                   .site = site };
    say_site(&finding->where, scope, site);
}

/* ---- values combined along a chain, or turns passed on ---- */

static void take_chain(struct advice *advice, const struct scope *scope,
                       const struct tally *wait,
                       const struct chain_there *chain)
{
    struct rank_stats_result time = scope_stats(scope, &wait->time);
    bool turns = chain->passes == CHAINED_TURNS;
    struct finding finding;

    chain_init(scope, turns ? RULE_TURNS : RULE_CHAIN,
               wait_place_site(&advice->waits, wait_site_place(wait->key)),
               chain->depth, &finding);
    finding.gain = gain_of(advice, scope, time.sum);
    if (turns)
        finding.phrase = "with all ranks at the same time, at best";
    else
        finding.gain = advice_in_tree(finding.gain, chain->depth);
    strbuf_printf(
        &finding.evidence,
        turns
            ? "A message too short to carry data is passed along %u ranks: %u "
              "of %s wait%s there for the preceding rank, %s in total."
            : "One message per step is passed along %u ranks: %u of %s wait%s "
              "there for the preceding rank, %s in total.",
        chain->depth, time.ranks, say_count(scope->rank_count, "rank").text,
        time.ranks == 1 ? "s" : "", say_seconds(time.sum).text);
    advice_take(advice, scope, &finding);
}

/* ---- pipelines ---- */

/* All places where ranks wait so: a sweep may receive from several sides, and sweeps
 * follow one another. */
struct pipeline {
    uint32_t depth, places;
    uint64_t waits, most; /* ns of all, and at the place with the most */
    uint64_t site;        /* of that place */
    uint32_t ranks;       /* that wait there */
};

static void pipeline_add(const struct advice *advice,
                         const struct scope *scope, const struct tally *wait,
                         uint32_t depth, struct pipeline *pipeline)
{
    uint32_t place = wait_site_place(wait->key);
    uint64_t ns = advice->waits.names.items[place].mpi;

    pipeline->places++;
    pipeline->waits += ns;
    if (depth > pipeline->depth)
        pipeline->depth = depth;
    if (ns <= pipeline->most)
        return;
    pipeline->most = ns;
    pipeline->site = wait_place_site(&advice->waits, place);
    pipeline->ranks = scope_stats(scope, &wait->time).ranks;
}

/* Adds the waits of each rank at such places. */
static void add_waits(const struct advice *advice, uint32_t ranks,
                      uint64_t *sums)
{
    const struct replay_result *replay = advice->waits.replay;

    for (size_t i = 0; i < replay->pair_count; i++) {
        const struct wait_pair *pair = &replay->pairs[i];

        if (pair->rank < ranks &&
            advice->chained[advice->waits.places[pair->site]] ==
                CHAINED_PIPELINE)
            sums[pair->rank] += pair->ns;
    }
}

static void put_time_to_fill(struct advice *advice, const struct scope *scope,
                             struct strbuf *out)
{
    uint32_t ranks = scope->profile->rank_count, most = 0;
    uint64_t *sums = calloc(ranks + (size_t)1, sizeof(*sums));

    if (sums == NULL) {
        advice->failed = true;
        return;
    }
    add_waits(advice, ranks, sums);
    for (uint32_t i = 0; i < ranks; i++)
        if (sums[i] > sums[most])
            most = i;
    strbuf_printf(
        out,
        "  Filling the pipeline costs rank %u up to %s, %s of the run time.",
        most, say_seconds(sums[most]).text,
        say_percent(scope_share(sums[most], scope->run_ns)).text);
    free(sums);
}

static void take_pipeline(struct advice *advice, const struct scope *scope,
                          const struct pipeline *pipeline)
{
    uint64_t gain = gain_of(advice, scope, pipeline->waits);
    struct finding finding;

    if (!advice_worth(scope, gain))
        return;
    chain_init(scope, RULE_PIPELINE, pipeline->site, pipeline->depth,
               &finding);
    finding.gain = gain - gain / PIECES;
    strbuf_printf(
        &finding.evidence,
        "%u of %s wait%s there for the preceding rank, in chains of up to %u "
        "ranks",
        pipeline->ranks, say_count(scope->rank_count, "rank").text,
        pipeline->ranks == 1 ? "s" : "", pipeline->depth);
    if (pipeline->places > 1)
        strbuf_printf(&finding.evidence, ", and so do ranks at %s",
                      say_count(pipeline->places - 1, "other call site").text);
    strbuf_printf(&finding.evidence, "; %s in total.",
                  say_seconds(pipeline->waits).text);
    put_time_to_fill(advice, scope, &finding.evidence);
    advice_take(advice, scope, &finding);
}

/* Calls that send, too, do not wait for what they pass on. */
static bool sends_there(const struct advice *advice, const struct scope *scope,
                        uint32_t place)
{
    const struct tally *site =
        tallies_find(&scope->sites, wait_place_site(&advice->waits, place));

    return site != NULL && site->out_bytes > 0;
}

static void look_at_chain(struct advice *advice, const struct scope *scope,
                          const struct tally *wait, struct pipeline *pipeline)
{
    struct rank_stats_result time = scope_stats(scope, &wait->time);
    uint32_t place = wait_site_place(wait->key);
    struct chain_there chain = { .depth = 0 };

    if (!sends_there(advice, scope, place) &&
        advice_worth(scope, PART_LEAST * gain_of(advice, scope, time.sum)))
        chain = chain_at(advice, scope, place, time.max);
    if (chain.depth == 0)
        return;
    advice->chained[place] = (uint8_t)chain.passes;
    if (chain.passes == CHAINED_PIPELINE)
        pipeline_add(advice, scope, wait, chain.depth, pipeline);
    else
        take_chain(advice, scope, wait, &chain);
}

void look_at_chains(struct advice *advice, const struct scope *scope)
{
    struct pipeline pipeline = { .depth = 0 };

    if (advice->waits.replay == NULL || replayed_doubt(scope) != NULL)
        return;
    for (size_t i = 0; i < advice->waits.sites.count; i++) {
        const struct tally *wait = &advice->waits.sites.items[i];

        if (wait_site_kind(wait->key) == WAIT_LATE_SENDER)
            look_at_chain(advice, scope, wait, &pipeline);
    }
    if (pipeline.depth > 0)
        take_pipeline(advice, scope, &pipeline);
}
