/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/hangs/hang_collectives.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"

/* How many collective calls a rank has begun on a communicator. */
struct begun {
    uint32_t comm, rank;
    uint64_t count;
};

/* A member as the others see it. */
struct arrival {
    uint64_t begun;
    uint32_t rank;
    uint8_t coll; /* the call it is in, if it is a collective one here */
};

struct collectives {
    struct profile *profile;
    const struct hang_ends *ends;
    struct hang_waits *waits;
    bool *wanted;   /* by COMM: ranks wait in a collective call there */
    uint64_t *sums; /* by COMM: of the rank being read */
    uint32_t comm_count;
    bool *unsure; /* by rank: it made calls that were not counted */
    struct begun *begun;
    size_t begun_count, begun_room;
    struct arrival *arrivals; /* of one communicator's members */
    uint64_t *begun_by;       /* by rank, of that communicator; else 0 */
    const struct comm_wait **waiting; /* by rank, likewise; else NULL */
};

static uint8_t coll_of(const struct collectives *all, uint32_t call)
{
    return call < all->profile->call_count ? all->profile->calls[call].coll
                                           : CALL_COLL_NONE;
}

/* Calls of which the rows tell how many there were.  A wait ends one of them,
 * which has been counted when it was started. */
static bool is_counted(const struct collectives *all, uint32_t call)
{
    return coll_of(all, call) != CALL_COLL_NONE ||
           (call < all->profile->call_count &&
            all->profile->calls[call].class == CALL_CLASS_WAIT);
}

/* ---- collective calls that are counted ---- */

ORDER(by_begun, struct arrival, UP(begun) UP(rank));

/* If calls were not measured, only the ranks in such a call now are sure: the
 * counts show nothing then. */
static void sort_arrivals(struct collectives *all,
                          const struct comm_members *members)
{
    bool sure = true;

    for (uint32_t i = 0; i < members->count; i++)
        sure = sure && !all->unsure[members->ranks[i]];
    for (uint32_t i = 0; i < members->count; i++) {
        uint32_t rank = members->ranks[i];
        const struct comm_wait *wait = all->waiting[rank];
        uint8_t coll = wait == NULL ? 0 : coll_of(all, wait->call);

        all->arrivals[i] =
            (struct arrival){ sure ? all->begun_by[rank] : wait != NULL, rank,
                              coll };
    }
    qsort(all->arrivals, members->count, sizeof(struct arrival), by_begun);
}

/* Those in one call there: arrivals[from .. to) have begun as many. */
struct level {
    uint32_t from, to;
    uint32_t behind; /* node of those that have begun fewer; 0: none has */
};

static bool is_in(const struct collectives *all, const struct arrival *arrival)
{
    const struct comm_wait *wait = all->waiting[arrival->rank];

    return wait != NULL && is_counted(all, wait->call);
}

/* The members of a level that are in that collective call. */
static enum status add_kind(struct collectives *all, uint32_t comm,
                            const struct level *level, uint8_t coll,
                            uint32_t *node)
{
    struct hang_graph *graph = &all->waits->graph;
    enum status status = STATUS_OK;

    *node = 0;
    for (uint32_t i = level->from; i < level->to && status == STATUS_OK; i++) {
        if (all->arrivals[i].coll != coll)
            continue;
        if (*node == 0)
            status = hang_waits_add_group(all->waits, WAIT_ALL,
                                          WAIT_GROUP_PART, comm, node);
        if (status == STATUS_OK)
            status = hang_graph_edge(graph, *node, all->arrivals[i].rank);
    }
    return status;
}

/* Ranks that the ranks in that call wait for: those behind, and those in
 * another call instead; a wait (coll 0) goes with each of them. */
static enum status add_call(struct collectives *all, uint32_t comm,
                            const struct level *level, const uint32_t *kinds,
                            uint8_t coll, uint32_t *node)
{
    struct hang_graph *graph = &all->waits->graph;
    enum status status = hang_waits_add_group(
        all->waits, WAIT_ALL, WAIT_GROUP_COLLECTIVE, comm, node);

    if (status == STATUS_OK && level->behind != 0)
        status = hang_graph_edge(graph, *node, level->behind);
    for (uint32_t k = 1; k <= UINT8_MAX && coll != 0; k++)
        if (status == STATUS_OK && k != coll && kinds[k] != 0)
            status = hang_graph_edge(graph, *node, kinds[k]);
    return status;
}

static enum status add_level(struct collectives *all, uint32_t comm,
                             const struct level *level)
{
    uint32_t kinds[UINT8_MAX + 1] = { 0 }, calls[UINT8_MAX + 1] = { 0 };
    enum status status = STATUS_OK;

    for (uint32_t i = level->from; i < level->to && status == STATUS_OK; i++) {
        uint8_t coll = all->arrivals[i].coll;

        if (coll != 0 && kinds[coll] == 0)
            status = add_kind(all, comm, level, coll, &kinds[coll]);
    }
    for (uint32_t i = level->from; i < level->to && status == STATUS_OK; i++) {
        const struct arrival *here = &all->arrivals[i];

        if (!is_in(all, here))
            continue;
        if (calls[here->coll] == 0)
            status = add_call(all, comm, level, kinds, here->coll,
                              &calls[here->coll]);
        if (status == STATUS_OK)
            status = hang_graph_edge(&all->waits->graph, here->rank,
                                     calls[here->coll]);
    }
    return status;
}

/* The node of all up to this level, for the next one. */
static enum status extend_level(struct collectives *all, uint32_t comm,
                                struct level *level)
{
    struct hang_graph *graph = &all->waits->graph;
    uint32_t node;
    enum status status = hang_waits_add_group(all->waits, WAIT_ALL,
                                              WAIT_GROUP_PART, comm, &node);

    if (status == STATUS_OK && level->behind != 0)
        status = hang_graph_edge(graph, node, level->behind);
    for (uint32_t i = level->from; i < level->to && status == STATUS_OK; i++)
        status = hang_graph_edge(graph, node, all->arrivals[i].rank);
    level->behind = node;
    level->from = level->to;
    return status;
}

static enum status add_counted(struct collectives *all, uint32_t comm,
                               const struct comm_members *members)
{
    struct level level = { 0 };
    enum status status = STATUS_OK;

    all->arrivals = malloc(members->count * sizeof(struct arrival));
    if (all->arrivals == NULL)
        return log_fail(STATUS_NO_MEMORY, "members of a communicator");
    sort_arrivals(all, members);
    while (level.from < members->count && status == STATUS_OK) {
        const struct arrival *first = &all->arrivals[level.from];

        level.to = level.from;
        while (level.to < members->count &&
               all->arrivals[level.to].begun == first->begun)
            level.to++;
        status = add_level(all, comm, &level);
        if (status == STATUS_OK)
            status = extend_level(all, comm, &level);
    }
    free(all->arrivals);
    all->arrivals = NULL;
    return status;
}

/* ---- other calls of all members, such as MPI_Comm_dup ---- */

/* They wait for the members that are not in the same call. */
static enum status add_uncounted(struct collectives *all,
                                 const struct comm_members *members,
                                 const struct comm_wait *list, size_t count)
{
    struct hang_waits *waits = all->waits;
    enum status status;
    uint32_t node;

    status = hang_waits_add_group(waits, WAIT_ALL, WAIT_GROUP_COLLECTIVE,
                                  list[0].comm, &node);
    for (uint32_t i = 0; i < members->count && status == STATUS_OK; i++) {
        const struct comm_wait *wait = all->waiting[members->ranks[i]];

        if (wait == NULL || wait->call != list[0].call)
            status = hang_graph_edge(&waits->graph, node, members->ranks[i]);
    }
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = hang_graph_edge(&waits->graph, list[i].rank, node);
    return status;
}

/* Where a communicator's counts begin, in the order of communicators. */
static const struct begun *first_begun(const struct collectives *all,
                                       uint32_t comm)
{
    size_t low = 0, high = all->begun_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (all->begun[middle].comm < comm)
            low = middle + 1;
        else
            high = middle;
    }
    return all->begun + low;
}

static void set_counts(struct collectives *all, uint32_t comm, bool set)
{
    const struct begun *end = all->begun + all->begun_count;

    for (const struct begun *at = first_begun(all, comm);
         at < end && at->comm == comm; at++)
        all->begun_by[at->rank] = set ? at->count : 0;
}

enum status collectives_add(struct collectives *all,
                            const struct comm_members *members,
                            const struct comm_wait *list, size_t count)
{
    uint32_t comm = list[0].comm;
    enum status status = STATUS_OK;
    bool counted = false;

    for (size_t i = 0; i < count; i++)
        all->waiting[list[i].rank] = &list[i];
    set_counts(all, comm, true);
    for (size_t i = 0, end; i < count && status == STATUS_OK; i = end) {
        end = i + 1;
        while (end < count && list[end].call == list[i].call)
            end++;
        if (is_counted(all, list[i].call))
            counted = true;
        else
            status = add_uncounted(all, members, list + i, end - i);
    }
    if (status == STATUS_OK && counted)
        status = add_counted(all, comm, members);
    set_counts(all, comm, false);
    for (size_t i = 0; i < count; i++)
        all->waiting[list[i].rank] = NULL;
    return status;
}

/* ---- what each rank has begun ---- */

static enum status keep_begun(struct collectives *all, uint32_t comm,
                              uint32_t rank)
{
    if (!array_room(&all->begun, all->begun_count, &all->begun_room,
                    sizeof(*all->begun)))
        return log_fail(STATUS_NO_MEMORY, "collective calls of ranks");
    all->begun[all->begun_count++] =
        (struct begun){ comm, rank, all->sums[comm] };
    all->sums[comm] = 0;
    return STATUS_OK;
}

static bool is_wanted(const struct collectives *all, uint32_t call,
                      uint32_t comm)
{
    return comm < all->comm_count && all->wanted[comm] &&
           coll_of(all, call) != CALL_COLL_NONE;
}

static enum status count_rank(struct collectives *all,
                              const struct rank_data *rank)
{
    const struct rank_ending *ending = &rank->ending;
    enum status status = STATUS_OK;

    all->unsure[rank->rank] = rank->lost_calls > 0 || rank->paused > 0;
    for (size_t i = 0; i < rank->row_count; i++)
        if (is_wanted(all, rank->rows[i].call, rank->rows[i].comm))
            all->sums[rank->rows[i].comm] += rank->rows[i].count;
    if (ending->how != ENDING_FINALIZED &&
        is_wanted(all, ending->call, ending->comm)) {
        all->sums[ending->comm]++;
        status = keep_begun(all, ending->comm, rank->rank);
    }
    for (size_t i = 0; i < rank->row_count && status == STATUS_OK; i++)
        if (is_wanted(all, rank->rows[i].call, rank->rows[i].comm) &&
            all->sums[rank->rows[i].comm] > 0)
            status = keep_begun(all, rank->rows[i].comm, rank->rank);
    return status;
}

ORDER(by_comm_and_rank, struct begun, UP(comm) UP(rank));

static enum status count_all(struct collectives *all)
{
    enum status status = STATUS_OK;

    for (uint32_t i = 0; i < all->ends->rank_count && status == STATUS_OK;
         i++) {
        const struct rank_data *rank;

        if (all->ends->unread[i] ||
            profile_rank(all->profile, i, &rank) != STATUS_OK ||
            rank->rank != i)
            continue;
        status = count_rank(all, rank);
    }
    qsort(all->begun, all->begun_count, sizeof(*all->begun), by_comm_and_rank);
    return status;
}

static enum status make_room(struct collectives *all)
{
    size_t ranks = (size_t)all->ends->rank_count + 1;
    size_t comms;

    all->comm_count =
        definitions_count(all->profile->definitions, DEFINITION_COMM);
    comms = (size_t)all->comm_count + 1;
    all->wanted = calloc(comms, sizeof(*all->wanted));
    all->sums = calloc(comms, sizeof(*all->sums));
    all->unsure = calloc(ranks, sizeof(*all->unsure));
    all->begun_by = calloc(ranks, sizeof(*all->begun_by));
    all->waiting = calloc(ranks, sizeof(*all->waiting));
    all->begun = malloc(sizeof(*all->begun));
    all->begun_room = 1;
    if (all->wanted != NULL && all->sums != NULL && all->unsure != NULL &&
        all->begun_by != NULL && all->waiting != NULL && all->begun != NULL)
        return STATUS_OK;
    return log_fail(STATUS_NO_MEMORY, "collective calls of ranks");
}

void collectives_destroy(struct collectives *all)
{
    if (all == NULL)
        return;
    FREE_ALL(all->wanted, all->sums, all->unsure, all->begun_by, all->waiting,
             all->begun, all->arrivals, all);
}

enum status collectives_create(struct profile *profile,
                               const struct hang_ends *ends,
                               struct hang_waits *waits,
                               const struct comm_wait *list, size_t count,
                               struct collectives **out)
{
    struct collectives *all = calloc(1, sizeof(*all));
    enum status status;

    if (all == NULL)
        return log_fail(STATUS_NO_MEMORY, "collective calls of ranks");
    all->profile = profile;
    all->ends = ends;
    all->waits = waits;
    status = make_room(all);
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        if (!list[i].any && list[i].comm < all->comm_count)
            all->wanted[list[i].comm] = true;
    if (status == STATUS_OK && count > 0)
        status = count_all(all);
    if (status != STATUS_OK) {
        collectives_destroy(all);
        return status;
    }
    *out = all;
    return STATUS_OK;
}
