/*
 * resource_bins.h - what a process uses between readings, in bins of time.
 *
 * The bins are those of timebins.h: their width doubles in place when the run
 * outgrows them.  What two readings tell is spread evenly over the time between
 * them; memory goes straight from the one to the other, and a bin has the most
 * of it.  Ticks.  Bins that turn to zeros meanwhile (live/persist.h) count
 * nothing any more. Threads: one owner (the master thread).  Memory: in the
 * caller's storage.
 */
#ifndef MODEL_RESOURCE_BINS_H
#define MODEL_RESOURCE_BINS_H

#include "model/profile.h"

struct resource_bins {
    uint64_t start, width;
    uint64_t last;    /* when it was read last */
    uint64_t readings, cost; /* of these, in ticks */
    uint64_t failed[RESOURCE_SOURCES];
    uint64_t first_peak_kib, peak_kib;
    uint32_t sources; /* 1 << each that there was */
    uint64_t value[PROFILE_TIMELINE_BINS][RESOURCES];
};

/* The first reading of a run that begins at start. */
void resource_bins_init(struct resource_bins *bins, uint64_t start,
                        uint64_t width, uint64_t now,
                        const struct resource_reading *first);
/* The next one.  What is only in one of the two counts nothing, and so does
 * what runs backwards. */
void resource_bins_add(struct resource_bins *bins, uint64_t now,
                       const struct resource_reading *before,
                       const struct resource_reading *after);
/* What was since the last reading is left out. */
void resource_bins_skip(struct resource_bins *bins, uint64_t now);

#endif
