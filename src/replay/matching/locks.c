/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/matching/locks.h"

#include <stdlib.h>

#include "replay/replay_state.h"
#include "replay/scenarios/scenario_clocks.h"

struct lock {
    struct lock *next, *before; /* of the same window and target */
    struct lock *next_of_rank;
    uint32_t rank, comm, target, request;
    bool exclusive;
    uint64_t released;          /* UINT64_MAX: unknown */
    struct location *waits;     /* in a call that may wait for it */
    struct message_side holder; /* who gave it back last, in that call */
};

bool locks_init(struct locks *locks, uint32_t ranks)
{
    locks->ranks = ranks;
    locks->of_ranks = calloc(ranks + 1u, sizeof(*locks->of_ranks));
    return locks->of_ranks != NULL;
}

static void destroy_lock(struct lock *lock)
{
    message_side_clear(&lock->holder);
    free(lock);
}

void locks_clear(struct locks *locks)
{
    for (uint32_t i = 0; locks->of_ranks != NULL && i < locks->ranks; i++)
        while (locks->of_ranks[i] != NULL) {
            struct lock *lock = locks->of_ranks[i];

            locks->of_ranks[i] = lock->next_of_rank;
            destroy_lock(lock);
        }
    free(locks->of_ranks);
    map_clear(&locks->there);
    map_clear(&locks->by_request);
}

bool locks_are_free(const struct locks *locks)
{
    for (uint32_t i = 0; i < locks->ranks; i++)
        if (locks->of_ranks[i] != NULL)
            return false;
    return true;
}

/* ---- open locks ---- */

static struct lock *first_there(const struct locks *locks, uint32_t comm,
                                uint32_t target)
{
    return lookup_get(&locks->there, lookup_pair(comm, target));
}

static bool put_there(struct locks *locks, struct lock *lock)
{
    lock->next = first_there(locks, lock->comm, lock->target);
    if (!lookup_put(&locks->there, lookup_pair(lock->comm, lock->target),
                    lock))
        return false;
    if (lock->next != NULL)
        lock->next->before = lock;
    return true;
}

static void take_from_there(struct locks *locks, struct lock *lock)
{
    uint64_t key = lookup_pair(lock->comm, lock->target);

    if (lock->next != NULL)
        lock->next->before = lock->before;
    if (lock->before != NULL)
        lock->before->next = lock->next;
    else if (lock->next != NULL)
        lookup_put(&locks->there, key, lock->next); /* replaces: has room */
    else
        lookup_take(&locks->there, key);
}

static void take_from_rank(struct locks *locks, const struct lock *lock)
{
    struct lock **link = &locks->of_ranks[lock->rank];

    while (*link != lock)
        link = &(*link)->next_of_rank;
    *link = lock->next_of_rank;
}

static void close_lock(struct locks *locks, struct lock *lock)
{
    take_from_there(locks, lock);
    take_from_rank(locks, lock);
    locks->exclusive -= lock->exclusive;
    destroy_lock(lock);
}

/* Moves it to the front: the next access is of the same, often. */
static struct lock *own_lock(struct locks *locks, uint32_t rank,
                             const struct replay_op *op)
{
    struct lock **link = &locks->of_ranks[rank], *lock;

    while ((lock = *link) != NULL &&
           (lock->comm != op->comm ||
            (lock->target != op->peer && lock->target != REPLAY_ALL)))
        link = &lock->next_of_rank;
    if (lock == NULL)
        return NULL;
    *link = lock->next_of_rank;
    lock->next_of_rank = locks->of_ranks[rank];
    locks->of_ranks[rank] = lock;
    return lock;
}

static uint64_t request_key(uint32_t rank, const struct replay_op *op)
{
    return lookup_pair(rank, op->request);
}

static uint64_t release_of(const struct location *location,
                           const struct replay_op *op)
{
    uint64_t at = (uint64_t)op->bytes << 32 | op->tag;

    return (op->flags & REPLAY_SETTLED) && at > location->call.begin
               ? at
               : UINT64_MAX;
}

static struct lock *open_lock(struct replay_state *state,
                              const struct location *location,
                              const struct replay_op *op)
{
    struct locks *locks = &state->locks;
    uint32_t rank = location->about->rank;
    struct lock *before =
        lookup_take(&locks->by_request, request_key(rank, op));
    struct lock *lock = calloc(1, sizeof(*lock));

    if (before != NULL)
        close_lock(locks, before);
    if (lock == NULL)
        return NULL;
    *lock = (struct lock){ .rank = rank,
                           .comm = op->comm,
                           .target = op->peer,
                           .request = op->request,
                           .exclusive = (op->flags & REPLAY_EXCLUSIVE) != 0,
                           .released = release_of(location, op),
                           .next_of_rank = locks->of_ranks[rank] };
    if (!put_there(locks, lock)) {
        free(lock);
        return NULL;
    }
    locks->of_ranks[rank] = lock;
    locks->exclusive += lock->exclusive;
    return lookup_put(&locks->by_request, request_key(rank, op), lock) ? lock
                                                                       : NULL;
}

/* ---- waits for the holder ---- */

/* The location that gives it back in the call is known at its end.  A call
 * that names no target does not say which of the locks on all targets it
 * means. */
static void wait_until_the_end(struct lock *lock, struct location *location,
                               const struct replay_op *op)
{
    if (lock->target != REPLAY_ALL || op->kind == REPLAY_ACCESS)
        lock->waits = location;
    location->expected++;
}

static bool has_waited(const struct lock *other, const struct lock *lock,
                       uint64_t now)
{
    return other->rank != lock->rank &&
           (other->exclusive || lock->exclusive) && other->waits != NULL &&
           lock->released < other->released && now <= other->waits->call.end;
}

/* In a call before, which it could leave when that began to give it back. */
static bool is_charged(const struct lock *other,
                       const struct location *location)
{
    const struct message_side *holder = &other->holder;

    return holder->here && holder->rank == location->about->rank &&
           holder->at == location->call.begin &&
           other->waits->call.begin > holder->at;
}

static void tell_others_there(struct replay_state *state,
                              struct location *location,
                              const struct lock *lock, uint32_t target,
                              uint64_t now)
{
    struct message_side side;

    for (struct lock *other = first_there(&state->locks, lock->comm, target);
         other != NULL; other = other->next) {
        if (!has_waited(other, lock, now) || is_charged(other, location))
            continue;
        side = replay_state_side(state, location);
        message_side_clear(&other->holder);
        message_side_take(&other->holder, &side);
        other->holder.at = now;
        other->holder.mark = replay_state_mark(state, location);
    }
}

/* Once where the lock begins to be given back, for who leaves before that has
 * ended, and once more then. */
static void tell_others(struct replay_state *state, struct location *location,
                        const struct lock *lock, uint64_t now)
{
    if (state->locks.exclusive == 0 || lock->released == UINT64_MAX)
        return;
    tell_others_there(state, location, lock, REPLAY_ALL, now);
    if (lock->target != REPLAY_ALL) {
        tell_others_there(state, location, lock, lock->target, now);
        return;
    }
    for (uint32_t i = 0; i < state->profile->rank_count; i++)
        tell_others_there(state, location, lock, i, now);
}

static bool op_matters(const struct replay_state *state,
                       const struct replay_op *op)
{
    return op->comm < state->log->comm_count &&
           state->log->comms[op->comm].members > 1 &&
           (op->peer < state->profile->rank_count || op->peer == REPLAY_ALL);
}

struct lock *locks_begin_op(struct replay_state *state,
                            struct location *location,
                            const struct replay_op *op)
{
    uint32_t rank = location->about->rank;
    struct lock *lock;

    if (op->kind == REPLAY_UNLOCK)
        lock = lookup_take(&state->locks.by_request, request_key(rank, op));
    else if (!op_matters(state, op))
        return NULL;
    else if (op->kind == REPLAY_LOCK)
        lock = open_lock(state, location, op);
    else
        lock = own_lock(&state->locks, rank, op);
    if (lock == NULL) {
        if (op->kind == REPLAY_LOCK)
            replay_state_no_memory(state);
        return NULL;
    }
    wait_until_the_end(lock, location, op);
    if (op->kind != REPLAY_UNLOCK)
        return NULL;
    tell_others(state, location, lock, location->call.begin);
    return lock;
}

struct wait locks_wait(struct replay_state *state,
                       const struct location *location,
                       const struct replay_op *op, struct lock *lock,
                       uint64_t *ideal)
{
    const struct replay_call *call = &location->call;
    uint32_t rank = location->about->rank;
    const struct message_side *holder;

    if (op->kind == REPLAY_LOCK)
        lock = lookup_get(&state->locks.by_request, request_key(rank, op));
    else if (op->kind == REPLAY_ACCESS)
        lock = own_lock(&state->locks, rank, op);
    if (lock == NULL)
        return (struct wait){ .ns = 0 };
    if (lock->waits == location)
        lock->waits = NULL;
    holder = &lock->holder;
    if (!holder->here || holder->at <= call->begin || holder->at > call->end)
        return (struct wait){ .ns = 0 };
    if (holder->ideal > *ideal)
        *ideal = holder->ideal;
    scenario_need(state, holder->times, false);
    return (struct wait){ .kind = WAIT_LOCK,
                          .ns = holder->at - call->begin,
                          .comm = op->comm,
                          .rank = holder->rank,
                          .site = holder->site,
                          .since = holder->at,
                          .did = holder->did,
                          .mark = holder->mark };
}

void locks_end(struct replay_state *state, struct location *location,
               struct lock *lock)
{
    tell_others(state, location, lock, location->call.end);
    close_lock(&state->locks, lock);
}
