/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/matching/collectives.h"

#include <stdlib.h>

#include "base/array_room.h"
#include "model/call.h"

void collectives_init(struct collectives *all, const struct replay_log *log,
                      uint32_t ranks)
{
    *all = (struct collectives){ .log = log, .ranks = ranks };
}

static void destroy_collective(struct collective *one)
{
    for (uint32_t i = 0; i < one->members; i++) {
        if (one->arrivals[i] == NULL)
            continue;
        path_drop(one->arrivals[i]->mark);
        scenario_times_drop(one->arrivals[i]->times);
        scenario_times_drop(one->arrivals[i]->times_below);
        free(one->arrivals[i]);
    }
    scenario_times_drop(one->times_of[0]);
    scenario_times_drop(one->times_of[1]);
    scenario_times_drop(one->times_of_senders);
    FREE_ALL(one->arrivals, one);
}

void collectives_clear(struct collectives *all)
{
    const struct lookup_item *open = all->open.items;

    for (uint32_t i = 0; i < all->open.count; i++)
        destroy_collective(open[i].value);
    map_clear(&all->open);
    map_clear(&all->next);
}

enum collective_form collective_form_of(uint16_t coll)
{
    switch (coll) {
    case CALL_COLL_BCAST:
    case CALL_COLL_SCATTER:
    case CALL_COLL_SCATTERV: return COLLECTIVE_ONE_TO_ALL;
    case CALL_COLL_GATHER:
    case CALL_COLL_GATHERV:
    case CALL_COLL_REDUCE: return COLLECTIVE_ALL_TO_ONE;
    case CALL_COLL_SCAN:
    case CALL_COLL_EXSCAN:
    case REPLAY_COLL_IO_ORDERED: return COLLECTIVE_PREFIX;
    case CALL_COLL_NEIGHBOR_ALLGATHER:
    case CALL_COLL_NEIGHBOR_ALLGATHERV:
    case CALL_COLL_NEIGHBOR_ALLTOALL:
    case CALL_COLL_NEIGHBOR_ALLTOALLV:
    case CALL_COLL_NEIGHBOR_ALLTOALLW: return COLLECTIVE_SOME;
    default: return COLLECTIVE_ALL;
    }
}

bool collective_moves(uint16_t coll)
{
    return coll != CALL_COLL_BARRIER && coll != CALL_COLL_NONE &&
           coll < REPLAY_COLL_CREATE;
}

static bool may_do_without(const struct collective *one)
{
    return one->coll >= REPLAY_COLL_CREATE;
}

/* No other collective that is open has that key. */
static uint64_t persistent_key(const struct replay_op *op)
{
    return UINT64_C(1) << 63 | (uint64_t)(op->comm & 0x7fffff) << 40 |
           (uint64_t)(op->tag & 0xffff) << 24 | (op->bytes & 0xffffff);
}

/* Others go by how many the rank has begun there; counts this one. */
static bool find_key(struct collectives *all, uint32_t rank,
                     const struct replay_op *op, uint64_t *key)
{
    uint64_t mine = lookup_pair(rank, op->comm);
    uintptr_t next = (uintptr_t)lookup_get(&all->next, mine);

    if (op->kind == REPLAY_COLLECTIVE_POST && op->tag > 0) {
        *key = persistent_key(op);
        return true;
    }
    *key = lookup_pair(op->comm, (uint32_t)next);
    return lookup_put(&all->next, mine, (void *)(next + 1));
}

static struct collective *make_collective(struct collectives *all,
                                          const struct replay_op *op,
                                          uint64_t number)
{
    const struct replay_comm *comm = &all->log->comms[op->comm];
    struct collective *one = calloc(1, sizeof(*one));

    if (one == NULL)
        return NULL;
    *one = (struct collective){ .number = number,
                                .comm = op->comm,
                                .members = comm->members,
                                .remote = comm->remote,
                                .coll = op->coll,
                                .form = collective_form_of(op->coll),
                                .like = true,
                                .all_blocking = true,
                                .first_end = UINT64_MAX,
                                .first_received = UINT64_MAX,
                                .arrivals = calloc(comm->members,
                                                   sizeof(*one->arrivals)) };
    if (one->arrivals == NULL || !lookup_put(&all->open, number, one)) {
        FREE_ALL(one->arrivals, one);
        return NULL;
    }
    all->begun++;
    return one;
}

static void note_latest(const struct arrival **latest,
                        const struct arrival *arrival)
{
    if (*latest == NULL || arrival->begin > (*latest)->begin)
        *latest = arrival;
}

/* A rank that needs nobody's data may leave before the others come. */
static bool arrival_receives(const struct collective *one,
                             const struct arrival *arrival)
{
    return !(arrival->flags & REPLAY_IDLE) &&
           (!collective_moves(one->coll) ||
            (arrival->flags & REPLAY_RECEIVES));
}

static void note_arrival(struct collective *one, const struct arrival *arrival)
{
    bool remote = (arrival->flags & REPLAY_REMOTE) != 0;

    note_latest(&one->latest, arrival);
    note_latest(&one->latest_of[remote], arrival);
    if (arrival->ideal > one->ideal_of[remote])
        one->ideal_of[remote] = arrival->ideal;
    if (arrival->flags & REPLAY_SENDS)
        note_latest(&one->latest_sender, arrival);
    if (arrival->flags & REPLAY_ROOT)
        one->root = arrival;
    one->arrived++;
    one->arrived_remote += remote;
    one->all_blocking = one->all_blocking && arrival->blocking;
    if (arrival->blocking && arrival->end < one->first_end)
        one->first_end = arrival->end;
    if (arrival->blocking && arrival_receives(one, arrival) &&
        arrival->end < one->first_received)
        one->first_received = arrival->end;
}

static bool note_times(struct collective *one, const struct arrival *arrival)
{
    bool remote = (arrival->flags & REPLAY_REMOTE) != 0;

    return scenario_times_join(&one->times_of[remote], arrival->times) &&
           (!(arrival->flags & REPLAY_SENDS) ||
            scenario_times_join(&one->times_of_senders, arrival->times));
}

/* Places that are unknown or taken make it odd. */
static uint32_t place_for(struct collective *one, const struct arrival *facts)
{
    if (one->form == COLLECTIVE_PREFIX && facts->place < one->members &&
        one->arrivals[facts->place] == NULL)
        return facts->place;
    if (one->form == COLLECTIVE_PREFIX)
        one->like = false;
    for (uint32_t i = one->arrived; i < 2 * one->members; i++)
        if (one->arrivals[i % one->members] == NULL)
            return i % one->members;
    return 0;
}

/* Reports from below are known up to the first that is missing. */
static bool reach_on(struct collective *one)
{
    bool fits = true;

    one->reach_before = one->reach;
    for (; one->reach < one->members && one->arrivals[one->reach] != NULL;
         one->reach++) {
        struct arrival *here = one->arrivals[one->reach];
        const struct arrival *before;

        if (one->reach == 0)
            continue;
        before = one->arrivals[one->reach - 1];
        here->below = before->below;
        note_latest(&here->below, before);
        here->ideal_below = before->ideal_below > before->ideal
                                ? before->ideal_below
                                : before->ideal;
        fits = scenario_times_join(&here->times_below, before->times_below) &&
               scenario_times_join(&here->times_below, before->times) && fits;
    }
    return fits;
}

/* An intercommunicator is the one that is made.  A rank that gets none from a
 * split has only the old one to name. */
static bool is_nothing(const struct collectives *all,
                       const struct replay_op *op, uint32_t rank)
{
    return all->log->comms[op->comm].remote > 0 &&
           (op->flags & REPLAY_CREATES) &&
           lookup_get(&all->next, lookup_pair(rank, op->comm)) != NULL;
}

struct arrival *collectives_arrive(struct collectives *all,
                                   const struct replay_op *op,
                                   const struct arrival *facts, bool *skip)
{
    struct collective *one;
    struct arrival *arrival;
    uint64_t key;

    *skip = op->comm >= all->log->comm_count ||
            all->log->comms[op->comm].members < 2 ||
            all->log->comms[op->comm].members > all->ranks ||
            is_nothing(all, op, facts->rank);
    if (*skip || !find_key(all, facts->rank, op, &key))
        return NULL;
    one = lookup_get(&all->open, key);
    if (one == NULL)
        one = make_collective(all, op, key);
    *skip = one != NULL && one->arrived == one->members;
    if (one == NULL || *skip)
        return NULL;
    arrival = malloc(sizeof(*arrival));
    if (arrival == NULL)
        return NULL;
    *arrival = *facts;
    arrival->of = one;
    one->like = one->like && one->coll == op->coll;
    one->arrivals[place_for(one, facts)] = arrival;
    scenario_times_hold(arrival->times);
    note_arrival(one, arrival);
    if (!note_times(one, arrival) ||
        (one->form == COLLECTIVE_PREFIX && !reach_on(one)))
        all->failed = true;
    all->whole += one->arrived == one->members;
    all->odd += one->arrived == one->members && !one->like;
    return arrival;
}

bool collective_complete(const struct collective *one)
{
    return one->arrived == one->members;
}

bool collective_group_complete(const struct collective *one)
{
    return one->remote > 0 &&
           (one->arrived_remote == one->remote ||
            one->arrived - one->arrived_remote == one->members - one->remote);
}

/* Between two groups the members of one need the other's. */
static bool others_are_there(const struct arrival *arrival)
{
    const struct collective *one = arrival->of;
    uint32_t local = one->members - one->remote;

    if (one->remote == 0)
        return collective_complete(one);
    return arrival->flags & REPLAY_REMOTE
               ? one->arrived - one->arrived_remote == local
               : one->arrived_remote == one->remote;
}

bool collective_left_early(const struct collective *one)
{
    return may_do_without(one) && one->form == COLLECTIVE_ALL &&
           collective_complete(one) && one->first_end <= one->latest->begin;
}

static bool takes_part(const struct arrival *arrival)
{
    const struct collective *one = arrival->of;

    return arrival_receives(one, arrival) && !collective_left_early(one);
}

bool collective_satisfied(const struct arrival *arrival)
{
    const struct collective *one = arrival->of;
    bool root = (arrival->flags & REPLAY_ROOT) != 0;

    if (!takes_part(arrival) || one->members < 2)
        return true;
    switch (one->form) {
    case COLLECTIVE_ONE_TO_ALL: return root || one->root != NULL;
    case COLLECTIVE_ALL_TO_ONE: return !root || others_are_there(arrival);
    case COLLECTIVE_PREFIX:
        return one->reach >= arrival->place || arrival->place >= one->members;
    case COLLECTIVE_SOME: return true;
    default: return others_are_there(arrival);
    }
}

/* Where the first to leave did so before the last came, not all were needed:
 * those that send are (Scalasca's rule for calls with counts per rank). */
static bool needs_senders(const struct collective *one)
{
    return one->form == COLLECTIVE_ALL_TO_ONE ||
           (collective_moves(one->coll) && one->latest != NULL &&
            one->first_end <= one->latest->begin);
}

static const struct arrival *latest_of_all(const struct arrival *arrival)
{
    const struct collective *one = arrival->of;

    if (one->remote > 0)
        return one->latest_of[!(arrival->flags & REPLAY_REMOTE)];
    return needs_senders(one) ? one->latest_sender : one->latest;
}

const struct arrival *collective_needed(const struct arrival *arrival)
{
    const struct collective *one = arrival->of;
    bool root = (arrival->flags & REPLAY_ROOT) != 0;
    const struct arrival *needed;

    if (!takes_part(arrival))
        return NULL;
    switch (one->form) {
    case COLLECTIVE_ONE_TO_ALL: return root ? NULL : one->root;
    case COLLECTIVE_ALL_TO_ONE:
        needed = one->remote > 0
                     ? one->latest_of[!(arrival->flags & REPLAY_REMOTE)]
                     : one->latest_sender;
        return root ? needed : NULL;
    case COLLECTIVE_PREFIX: return arrival->below;
    case COLLECTIVE_SOME: return NULL;
    default: return latest_of_all(arrival);
    }
}

bool collective_did_without(const struct arrival *arrival, uint64_t end)
{
    const struct arrival *needed = collective_needed(arrival);

    return may_do_without(arrival->of) && needed != NULL &&
           needed != arrival && needed->begin >= end;
}

static uint64_t ideal_of_others(const struct arrival *arrival)
{
    const struct collective *one = arrival->of;

    if (one->form == COLLECTIVE_PREFIX)
        return arrival->ideal_below;
    if (one->form == COLLECTIVE_ONE_TO_ALL)
        return one->root == NULL ? 0 : one->root->ideal;
    if (one->form == COLLECTIVE_SOME || (one->form == COLLECTIVE_ALL_TO_ONE &&
                                         !(arrival->flags & REPLAY_ROOT)))
        return 0;
    return one->ideal_of[one->remote > 0 && !(arrival->flags & REPLAY_REMOTE)];
}

uint64_t collective_ideal(const struct arrival *arrival)
{
    uint64_t others = takes_part(arrival) ? ideal_of_others(arrival) : 0;

    return others > arrival->ideal ? others : arrival->ideal;
}

const struct scenario_times *collective_times(const struct arrival *arrival)
{
    const struct collective *one = arrival->of;
    const struct arrival *needed = collective_needed(arrival);
    bool others = one->remote > 0 && !(arrival->flags & REPLAY_REMOTE);

    if (needed == NULL || !one->like)
        return NULL;
    if (one->form == COLLECTIVE_PREFIX)
        return arrival->times_below;
    if (one->form == COLLECTIVE_ONE_TO_ALL)
        return needed->times;
    return one->remote == 0 && needs_senders(one) ? one->times_of_senders
                                                  : one->times_of[others];
}

void collectives_end(struct collectives *all, struct arrival *arrival)
{
    struct collective *one = arrival->of;

    arrival->done = true;
    arrival->waits = NULL;
    if (++one->ended < one->members)
        return;
    lookup_take(&all->open, one->number);
    destroy_collective(one);
}
