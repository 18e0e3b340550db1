/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * resource_bins.h - resources used by a process between readings, in bins of
 * time.
 *
 * The bins work as in timebins.h: their width doubles in place when the run
 * outgrows them.  The difference of two readings is spread evenly over the
 * time between them; memory is interpolated linearly, and a bin keeps its
 * maximum.
 * Units: ticks.  Bins that turn to zeros meanwhile (live/persist.h) count
 * nothing from then on.  Threads: one owner (the master thread).  Memory: in
 * the caller's storage.
 */
#ifndef MODEL_RESOURCES_RESOURCE_BINS_H
#define MODEL_RESOURCES_RESOURCE_BINS_H

#include "model/profile.h"

struct resource_bins {
    uint64_t start, width;
    uint64_t last;           /* time of the last reading */
    uint64_t readings, cost; /* number of readings, and their cost in ticks */
    uint64_t failed[RESOURCE_SOURCES];
    uint64_t first_peak_kib, peak_kib;
    uint32_t sources; /* 1 << enum resource_source of each source seen */
    uint64_t value[PROFILE_TIMELINE_BINS][RESOURCES];
};

/* Stores the first reading of a run that starts at start. */
void resource_bins_init(struct resource_bins *bins, uint64_t start,
                        uint64_t width, uint64_t now,
                        const struct resource_reading *first);
/* Adds the next reading.  A source missing in either reading counts nothing,
 * nor does a counter that runs backwards. */
void resource_bins_add(struct resource_bins *bins, uint64_t now,
                       const struct resource_reading *before,
                       const struct resource_reading *after);
/* Drops the time since the last reading. */
void resource_bins_skip(struct resource_bins *bins, uint64_t now);

#endif
