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
    OVERLAP_WORK,        /* ns, count: calls */
    OVERLAP_MESSAGES,    /* bytes, count: messages */
    OVERLAP_COLLECTIVES, /* count */
    OVERLAP_ORDER,       /* ns */
    OVERLAP_QUIET        /* count: fences and flushes behind no transfers */
};

/* Work between a receive and one that should have been before it, which the
 * wait of the former could have hidden. */
void overlap_note_order(struct replay_state *state, uint32_t site,
                        uint64_t waited, uint64_t worked);
/* Notes a fence of a window in which no rank has transferred anything since the
 * fence before.  Where ranks have several threads none is noted: transfers of other
 * threads are unknown. */
void overlap_note_fence(struct replay_state *state,
                        const struct arrival *arrival);
/* Notes a call whose needs are met, before it releases them. */
void overlap_note(struct replay_state *state, const struct location *location);

#endif
