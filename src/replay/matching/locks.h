/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * locks.h - finds the holder of a window lock that another rank requested.
 *
 * Epochs of mutually exclusive locks are sequential, so the rank that released
 * first held the lock first.  A call of a rank that requested a lock earlier
 * waited for each rank that released the lock during that call.  The trace
 * does not show when a lock is granted: an MPI requests the lock at any time,
 * in MPI_Win_lock, an access, or MPI_Win_unlock.
 * Shape: open locks, by window and target, and by rank.
 * Units: ns, world ranks.  Threads: one owner.  Memory: grows with open locks.
 * Errors: false without memory.
 */
#ifndef REPLAY_MATCHING_LOCKS_H
#define REPLAY_MATCHING_LOCKS_H

#include <stdbool.h>
#include <stdint.h>

struct location;
struct lock;
struct locks;
struct replay_op;
struct replay_state;

bool locks_init(struct locks *locks, uint32_t ranks);
bool locks_are_free(const struct locks *locks); /* no lock is open */
void locks_clear(struct locks *locks);

/* Starts an operation with its call; returns the lock for REPLAY_UNLOCK, else
 * NULL. */
struct lock *locks_begin_op(struct replay_state *state,
                            struct location *location,
                            const struct replay_op *op);
/* Returns the wait of the call for this operation; raises *ideal. lock: result
 * of locks_begin_op(). */
struct wait locks_wait(struct replay_state *state,
                       const struct location *location,
                       const struct replay_op *op, struct lock *lock,
                       uint64_t *ideal);
/* Releases the lock: that call has ended, and is charged. */
void locks_end(struct replay_state *state, struct location *location,
               struct lock *lock);

#endif
