/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * timebins.h - time per class over the run, in a fixed number of bins.
 *
 * The width doubles in place when the run outgrows the bins.  A struct
 * that turns to zeros meanwhile (live/persist.h) counts nothing from then on.
 * Units: ticks.  Threads: one owner.  Memory: in the
 * caller's storage.
 */
#ifndef MODEL_TIMEBINS_H
#define MODEL_TIMEBINS_H

#include "model/profile.h"

struct timebins {
    uint64_t start, width;
    uint64_t low, high; /* limits of the bin written last */
    uint64_t current;   /* index of that bin */
    uint64_t time[PROFILE_TIMELINE_BINS][PROFILE_TIMELINE_CLASSES];
};

void timebins_init(struct timebins *bins, uint64_t start, uint64_t width);
void timebins_spread(struct timebins *bins, unsigned class, uint64_t from,
                     uint64_t to);

/* Adds up pairs of neighbouring bins, in the first half of them; the second
 * is 0 then.  count: even. */
void timebins_halve(uint64_t (*time)[PROFILE_TIMELINE_CLASSES],
                    uint32_t count);

/* Adds the time from..to to a class; from must not precede start. */
static inline void timebins_add(struct timebins *bins, unsigned class,
                                uint64_t from, uint64_t to)
{
    if (from >= bins->low && to <= bins->high)
        bins->time[bins->current][class] += to - from;
    else
        timebins_spread(bins, class, from, to);
}

#endif
