/*
 * epochs.h - who exposes a window to whom, and who is done with it:
 * MPI_Win_post, start, complete and wait.
 *
 * For each window, origin and target the n-th post belongs to the n-th start,
 * and the n-th complete to the n-th wait (MPI 4.1, 12.5.2), so both are found
 * as messages are: from target to origin, and from origin to target.
 * A post is needed by the call in which it falls; which one that is depends on
 * the MPI: start, an access, or complete.
 * Shape: of each rank and window the targets that it has started for.
 * Units: ns, world ranks.  Threads: one owner.  Memory: grows with posts and
 * completes of which the other side is missing, and with open epochs.
 * Errors: false or NULL: no memory.
 */
#ifndef REPLAY_EPOCHS_H
#define REPLAY_EPOCHS_H

#include <stdbool.h>
#include <stdint.h>

#include "replay/log/replay_log.h"
#include "replay/messages.h"

struct epochs {
    struct messages posts, completes;
    struct map open; /* (rank, communicator of a window): struct epoch */
};

struct replay_state;

bool epochs_init(struct epochs *epochs, uint32_t ranks);
/* None is open, and nothing is exposed or awaited. */
bool epochs_are_over(const struct epochs *epochs);
void epochs_clear(struct epochs *epochs);

/* An operation begins with its call; NULL: nothing is known of its other
 * side. */
struct message *epochs_begin_op(struct replay_state *state,
                                struct location *location,
                                const struct replay_op *op);
/* What the call has waited for because of it; raises *ideal. */
struct wait epochs_wait(const struct location *location,
                        const struct replay_op *op,
                        const struct message *message, uint64_t *ideal);
void epochs_end_op(struct replay_state *state, struct location *location,
                   const struct replay_op *op, struct message *message);

#endif
