/*
 * locks.h - who held a lock of a window that another asked for.
 *
 * Epochs of locks that exclude each other follow each other, so who gives his
 * back first had it first.  Who has given one back in a call of another, who
 * asked for it before, is whom that call has waited for until then.  When a
 * lock is granted the trace does not tell: an MPI asks for it when it likes, in
 * MPI_Win_lock, an access, or MPI_Win_unlock. Shape: locks that are open, by
 * window and target, and by rank. Units: ns, world ranks.  Threads: one owner.
 * Memory: grows with open locks. Errors: false: no memory.
 */
#ifndef REPLAY_LOCKS_H
#define REPLAY_LOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "replay/log/replay_log.h"
#include "replay/lookup.h"

struct location;
struct lock;
struct replay_state;

struct locks {
    struct lock **of_ranks;    /* by rank: the first of its own */
    struct map there;       /* (communicator, target): the first */
    struct map by_request;  /* (rank, request) */
    uint32_t ranks, exclusive; /* exclusive: how many of those open are */
};

bool locks_init(struct locks *locks, uint32_t ranks);
bool locks_are_free(const struct locks *locks); /* all of them */
void locks_clear(struct locks *locks);

/* An operation begins with its call; of REPLAY_UNLOCK the lock, else NULL. */
struct lock *locks_begin_op(struct replay_state *state,
                            struct location *location,
                            const struct replay_op *op);
/* What the call has waited for because of it; raises *ideal.  lock: what
 * locks_begin_op() has said. */
struct wait locks_wait(struct replay_state *state,
                       const struct location *location,
                       const struct replay_op *op, struct lock *lock,
                       uint64_t *ideal);
/* It is given back: that call has ended, and is charged. */
void locks_end(struct replay_state *state, struct location *location,
               struct lock *lock);

#endif
