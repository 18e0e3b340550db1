/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * overlap.h - work of a rank between the start of requests and the call that
 * completes them.
 *
 * For a call that completes several requests, the request with the most work
 * counts; requests started by another thread do not count.
 */
#ifndef REPLAY_OVERLAP_H
#define REPLAY_OVERLAP_H

#include "replay/replay_state.h"

/* Sums are keyed by a site and one of these. */
enum overlap_sum {
    OVERLAP_WORK,       /* ns, count: calls */
    OVERLAP_MESSAGES,   /* bytes, count: messages */
    OVERLAP_COLLECTIVES /* count */
};

/* Notes a call whose needs are met, before it releases them. */
void overlap_note(struct replay_state *state, const struct location *location);

#endif
