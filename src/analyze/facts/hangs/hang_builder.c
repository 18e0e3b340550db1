/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/hangs/hang_builder.h"

#include <stdlib.h>

#include "analyze/facts/hangs/hang_comms.h"
#include "base/log.h"
#include "base/order.h"

#define MOST_EDGES (1 << 18) /* and of each rank and wait: */
#define MOST_EDGES_EACH 16
#define MOST_LOOKS 1024 /* at messages of one rank that may fit */
#define LONG_BEFORE UINT64_C(1000000000) /* the end of others */

/* A message that a rank is in a call for. */
struct post {
    uint32_t rank; /* who receives it */
    int32_t other; /* who sends it, or ENDING_ANY */
    int32_t tag;
    uint32_t comm;
};

struct posts {
    struct post *items;
    size_t count;
};

struct builder {
    const struct hang_ends *ends;
    struct hang_waits *waits;
    struct posts sends, receives;
    struct comm_wait *comm_waits;
    size_t comm_wait_count;
    uint64_t last; /* time of the last end */
};

/* In a call, and what it takes for it to return is known. */
static bool is_waiting(const struct builder *builder, uint32_t rank)
{
    const struct rank_ending *ending = &builder->ends->ranks[rank];

    return builder->waits->graph.kinds[rank] != WAIT_NEVER &&
           ending->how != ENDING_FINALIZED && ending->wait_count > 0 &&
           ending->call != ENDING_NO_CALL && !builder->ends->unread[rank] &&
           !builder->ends->threaded[rank];
}

/* A common cause at about the same time has stopped each rank in its place; a
 * rank that was in the program long before the others ended had gone. */
static bool is_gone(const struct builder *builder, uint32_t rank)
{
    const struct hang_ends *ends = builder->ends;
    const struct rank_ending *ending = &ends->ranks[rank];

    if (ends->unread[rank])
        return false;
    if (hang_ends_by_itself(ends, ending))
        return true;
    return ending->how != ENDING_RUNNING && ending->at_known &&
           ending->wait_count == 0 && builder->last > ending->at &&
           builder->last - ending->at > LONG_BEFORE;
}

static void mark_gone(struct builder *builder)
{
    const struct hang_ends *ends = builder->ends;

    for (uint32_t i = 0; i < ends->rank_count; i++)
        if (ends->ranks[i].how != ENDING_FINALIZED && !ends->unread[i] &&
            ends->ranks[i].at > builder->last)
            builder->last = ends->ranks[i].at;
    for (uint32_t i = 0; i < ends->rank_count; i++)
        if (is_gone(builder, i))
            builder->waits->graph.kinds[i] = WAIT_NEVER;
}

/* ---- messages ---- */

ORDER(by_ranks, struct post, UP(rank) UP(other));

static void add_post(struct builder *builder, uint32_t rank,
                     const struct ending_wait *wait)
{
    if (wait->kind == ENDING_WAIT_SEND && wait->peer >= 0)
        builder->sends.items[builder->sends.count++] =
            (struct post){ (uint32_t)wait->peer, (int32_t)rank, wait->tag,
                           wait->comm };
    if (wait->kind == ENDING_WAIT_RECEIVE && wait->peer != ENDING_NOBODY)
        builder->receives.items[builder->receives.count++] =
            (struct post){ rank, wait->peer, wait->tag, wait->comm };
}

static size_t count_waits(const struct hang_ends *ends)
{
    size_t count = 0;

    for (uint32_t i = 0; i < ends->rank_count; i++)
        count += ends->ranks[i].wait_count;
    return count;
}

static enum status collect_posts(struct builder *builder)
{
    const struct hang_ends *ends = builder->ends;
    size_t room = count_waits(ends) + 1;

    builder->sends.items = malloc(room * sizeof(struct post));
    builder->receives.items = malloc(room * sizeof(struct post));
    builder->comm_waits = malloc(room * sizeof(struct comm_wait));
    if (builder->sends.items == NULL || builder->receives.items == NULL ||
        builder->comm_waits == NULL)
        return log_fail(STATUS_NO_MEMORY, "%zu waits of ranks", room - 1);
    for (uint32_t i = 0; i < ends->rank_count; i++)
        for (size_t k = 0;
             is_waiting(builder, i) && k < ends->ranks[i].wait_count; k++)
            add_post(builder, i, &ends->ranks[i].waits[k]);
    qsort(builder->sends.items, builder->sends.count, sizeof(struct post),
          by_ranks);
    qsort(builder->receives.items, builder->receives.count,
          sizeof(struct post), by_ranks);
    return STATUS_OK;
}

/* The first that is not before this one. */
static size_t lower_bound(const struct posts *posts, const struct post *post)
{
    size_t low = 0, high = posts->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (by_ranks(&posts->items[middle], post) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool posts_match(const struct post *a, const struct post *b)
{
    return a->comm == b->comm &&
           (a->tag == b->tag || a->tag == ENDING_ANY || b->tag == ENDING_ANY);
}

/* Whether one of them fits; any_other: whoever is its other rank.  With very
 * many to look at it is taken to be so. */
static bool has_match(const struct posts *posts, const struct post *post,
                      bool any_other)
{
    size_t start = lower_bound(posts, post);

    for (size_t i = start; i < posts->count; i++) {
        const struct post *here = &posts->items[i];

        if (here->rank != post->rank ||
            (!any_other && here->other != post->other))
            return false;
        if (i - start >= MOST_LOOKS || posts_match(here, post))
            return true;
    }
    return false;
}

/* A rank with more waits than are listed may have the one that fits. */
static bool may_hide(const struct builder *builder, int32_t rank)
{
    return is_waiting(builder, (uint32_t)rank) &&
           builder->ends->ranks[rank].waits_cut;
}

static bool send_is_met(const struct builder *builder, uint32_t rank,
                        const struct ending_wait *wait)
{
    struct post post = { (uint32_t)wait->peer, (int32_t)rank, wait->tag,
                         wait->comm };

    if (has_match(&builder->receives, &post, false))
        return true;
    post.other = ENDING_ANY;
    return has_match(&builder->receives, &post, false) ||
           may_hide(builder, wait->peer);
}

static bool receive_is_met(const struct builder *builder, uint32_t rank,
                           const struct ending_wait *wait)
{
    struct post post = { rank, wait->peer, wait->tag, wait->comm };

    if (wait->peer == ENDING_ANY)
        return has_match(&builder->sends, &post, true);
    return has_match(&builder->sends, &post, false) ||
           may_hide(builder, wait->peer);
}

/* ---- the graph ---- */

/* The partner that the wait needs is present already, or unknown. */
static bool is_met(const struct builder *builder, uint32_t rank,
                   const struct ending_wait *wait)
{
    switch (wait->kind) {
    case ENDING_WAIT_SEND:
        return wait->peer < 0 || send_is_met(builder, rank, wait);
    case ENDING_WAIT_RECEIVE:
        return wait->peer == ENDING_NOBODY ||
               (wait->peer == ENDING_ANY && wait->comm == 0) ||
               receive_is_met(builder, rank, wait);
    case ENDING_WAIT_COLLECTIVE: return wait->comm == 0;
    default: return wait->peer < 0;
    }
}

static bool one_is_enough(const struct builder *builder, uint32_t rank)
{
    const struct rank_ending *ending = &builder->ends->ranks[rank];

    if (!ending->wait_any)
        return false;
    for (size_t i = 0; i < ending->wait_count; i++)
        if (is_met(builder, rank, &ending->waits[i]))
            return true;
    return ending->waits_cut;
}

static enum status add_wait(struct builder *builder, uint32_t rank,
                            const struct ending_wait *wait)
{
    bool collective = wait->kind == ENDING_WAIT_COLLECTIVE;

    if (is_met(builder, rank, wait))
        return STATUS_OK;
    if (!collective && wait->peer >= 0)
        return hang_graph_edge(&builder->waits->graph, rank,
                               (uint32_t)wait->peer);
    builder->comm_waits[builder->comm_wait_count++] =
        (struct comm_wait){ wait->comm, rank, builder->ends->ranks[rank].call,
                            !collective };
    return STATUS_OK;
}

/* Some of several partners may be done already: a neighbour has sent before it
 * went on, for example.  If the call is stuck on one of them, another one that
 * can still come proves nothing, but which one it is stuck on is unknown. */
static enum wait_node kind_of(const struct rank_ending *ending)
{
    if (ending->wait_any)
        return WAIT_ANY;
    if (ending->waits_cut)
        return WAIT_OPEN;
    return ending->wait_count > 1 ? WAIT_SOME : WAIT_ALL;
}

static enum status add_rank(struct builder *builder, uint32_t rank)
{
    const struct rank_ending *ending = &builder->ends->ranks[rank];
    enum status status = STATUS_OK;

    if (!is_waiting(builder, rank) || one_is_enough(builder, rank))
        return STATUS_OK;
    builder->waits->graph.kinds[rank] = (uint8_t)kind_of(ending);
    for (size_t i = 0; i < ending->wait_count && status == STATUS_OK; i++)
        status = add_wait(builder, rank, &ending->waits[i]);
    return status;
}

/* Two messages to one rank count once. */
static void count_edges(struct hang_waits *waits, uint32_t *last)
{
    const struct hang_graph *graph = &waits->graph;

    for (uint32_t node = 0; node < waits->rank_count; node++)
        for (size_t k = graph->first[node]; k < graph->first[node + 1]; k++) {
            uint32_t to = graph->next[k];

            waits->awaited[to] +=
                hang_waits_is_definite(waits, node) && last[to] != node + 1;
            last[to] = node + 1;
        }
}

/* Groups of a collective have greater numbers than their parts. */
static enum status count_waiters(struct hang_waits *waits)
{
    const struct hang_graph *graph = &waits->graph;
    uint32_t *last;

    waits->awaited = calloc((size_t)graph->count + 1, sizeof(uint32_t));
    last = calloc((size_t)graph->count + 1, sizeof(*last));
    if (waits->awaited == NULL || last == NULL) {
        free(last);
        return log_fail(STATUS_NO_MEMORY, "who waits for whom");
    }
    count_edges(waits, last);
    free(last);
    for (uint32_t node = graph->count; node-- > waits->rank_count;)
        for (size_t k = graph->first[node]; k < graph->first[node + 1]; k++)
            if (hang_waits_is_definite(waits, node))
                waits->awaited[graph->next[k]] += waits->awaited[node];
    for (uint32_t i = 0; i < waits->rank_count; i++) {
        waits->stuck += hang_graph_stuck(graph, i);
        waits->knotted += hang_graph_knotted(graph, i);
    }
    return STATUS_OK;
}

static enum status solve_graph(struct hang_waits *waits)
{
    enum status status = hang_graph_reduce(&waits->graph);

    if (status == STATUS_OK)
        status = count_waiters(waits);
    if (status == STATUS_OK)
        status = hang_graph_cycle(&waits->graph, &waits->cycle,
                                  &waits->cycle_count);
    return status;
}

static enum status build_graph(struct builder *builder,
                               struct profile *profile)
{
    enum status status = collect_posts(builder);

    for (uint32_t i = 0; i < builder->ends->rank_count && status == STATUS_OK;
         i++)
        status = add_rank(builder, i);
    if (status == STATUS_OK)
        status = hang_comms_add(profile, builder->ends, builder->waits,
                                builder->comm_waits, builder->comm_wait_count);
    free(builder->sends.items);
    free(builder->receives.items);
    free(builder->comm_waits);
    return status;
}

enum status hang_waits_find(struct profile *profile,
                            const struct hang_ends *ends,
                            struct hang_waits *out)
{
    struct builder builder = { .ends = ends, .waits = out };
    enum status status = hang_graph_init(&out->graph, ends->rank_count);

    out->rank_count = ends->rank_count;
    out->most =
        MOST_EDGES + MOST_EDGES_EACH * (count_waits(ends) + ends->rank_count);
    if (status != STATUS_OK)
        return status;
    mark_gone(&builder);
    status = build_graph(&builder, profile);
    return status == STATUS_OK ? solve_graph(out) : status;
}
