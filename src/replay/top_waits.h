/*
 * top_waits.h - the longest waits of a replay, one for each time that a culprit
 * came: who waits longest is there for all who wait for the same.
 *
 * Which ones does not depend on the order in which they come.
 * Units: ns.  Threads: one owner.  Memory: in the caller's storage.
 */
#ifndef REPLAY_TOP_WAITS_H
#define REPLAY_TOP_WAITS_H

#include "replay/log/replay_result.h"

struct top_waits {
    struct long_wait items[LONG_WAITS];
    uint32_t count;
    uint64_t least; /* ns: shorter ones have no room */
};

void top_waits_add(struct top_waits *longest, const struct long_wait *wait);
/* The longest comes first. */
void top_waits_sort(struct top_waits *longest);

#endif
