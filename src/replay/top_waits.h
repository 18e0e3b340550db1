/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * top_waits.h - the longest waits of a replay, one per arrival of a culprit:
 * the longest represents all waits for the same arrival.
 *
 * The selection does not depend on the order of insertion.
 * Units: ns.  Threads: one owner.  Memory: in the caller's storage.
 */
#ifndef REPLAY_TOP_WAITS_H
#define REPLAY_TOP_WAITS_H

#include "replay/log/replay_result.h"

struct top_waits {
    struct long_wait items[LONG_WAITS];
    uint32_t count;
    uint64_t least; /* ns: shorter waits do not fit */
};

void top_waits_add(struct top_waits *longest, const struct long_wait *wait);
/* Sorts the longest first. */
void top_waits_sort(struct top_waits *longest);

#endif
