/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * epochs.h - matches MPI_Win_post, start, complete and wait: exposure of a
 * window, and the end of accesses.
 *
 * For each window, origin and target, the n-th post matches the n-th start,
 * and the n-th complete the n-th wait (MPI 4.1, 12.5.2), so both are matched
 * like messages: from target to origin, and from origin to target.  A post is
 * needed by the call during which it happens; depending on the MPI this is
 * start, an access, or complete.
 * Shape: per rank and window the targets started.
 * Units: ns, world ranks.  Threads: one owner.  Memory: grows with unmatched
 * posts and completes, and with open epochs.  Errors: false or NULL without
 * memory.
 */
#ifndef REPLAY_MATCHING_EPOCHS_H
#define REPLAY_MATCHING_EPOCHS_H

#include <stdbool.h>
#include <stdint.h>

struct epochs;
struct location;
struct message;
struct replay_op;
struct replay_state;

bool epochs_init(struct epochs *epochs, uint32_t ranks);
/* Whether no epoch is open, and no exposure pending. */
bool epochs_are_over(const struct epochs *epochs);
void epochs_clear(struct epochs *epochs);

/* Starts an operation with its call; NULL: its other side is unknown. */
struct message *epochs_begin_op(struct replay_state *state,
                                struct location *location,
                                const struct replay_op *op);
/* Returns the wait of the call for this operation; raises *ideal. */
struct wait epochs_wait(struct replay_state *state,
                        const struct location *location,
                        const struct replay_op *op,
                        const struct message *message, uint64_t *ideal);
void epochs_end_op(struct replay_state *state, struct location *location,
                   const struct replay_op *op, struct message *message);

#endif
