/*
 * overlap.h - what a rank works between the begin of requests and the call
 * that waits for them.
 *
 * Of a call that completes several requests the one with the most work; a
 * request that another thread began counts for none.
 */
#ifndef REPLAY_OVERLAP_H
#define REPLAY_OVERLAP_H

#include "replay/replay_state.h"

/* Keys of the sums are a site and one of these. */
enum overlap_sum {
    OVERLAP_WORK,       /* ns, count: calls */
    OVERLAP_MESSAGES,   /* bytes, count: messages */
    OVERLAP_COLLECTIVES /* count */
};

/* The location's call has all that it needs, and holds it still. */
void overlap_note(struct replay_state *state, const struct location *location);

#endif
