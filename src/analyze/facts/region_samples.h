/*
 * region_samples.h - processor time of functions and lines in each region, as
 * sampled: of all ranks, and of the one that works longest there.
 *
 * A region has the samples whose innermost region it is, as its useful time is
 * without that of regions inside it; those of threads that mark no regions are
 * outside of all.  REGION_ALL has all of them, and there the rank is the one
 * with the most useful time.
 * Shape: an element per region and function or line that a sample was in,
 * however many ranks there are; past REGION_SAMPLES_MOST of regions there are
 * no new ones, and what is of single regions is not known (`full').
 * Ranks are known by position and come in ascending order; of one that works
 * longer than those before it, what these had is forgotten.
 * Units: ns of processor time.  Threads: one owner.
 * Memory: map_clear() frees; zero is empty.
 */
#ifndef ANALYZE_FACTS_REGION_SAMPLES_H
#define ANALYZE_FACTS_REGION_SAMPLES_H

#include "base/map.h"

#define REGION_ALL UINT32_MAX          /* region: the run, or what is chosen */
#define REGION_TOTAL 0x7fffffffu       /* function: all of them */
#define REGION_SAMPLES_MOST (1u << 18) /* 16 MiB */

struct region_sample {
    uint32_t region;
    uint32_t number; /* of a function, or REGION_LINE | that of a line */
    uint64_t own, with; /* of all ranks; with what it calls */
    uint64_t rank_own, rank_with; /* of that rank */
    uint32_t rank;
    int line;       /* of a function: that with the most samples there; where
                     * it has none itself, one where it calls; 0: not known */
    uint64_t most;  /* own, of that line */
};

#define REGION_LINE 0x80000000u

/* Which rank's samples are added, of which region. */
struct region_at {
    uint32_t region, rank;
    bool longest, longest_of_all; /* so far, in it and of the run */
    uint64_t ns;                  /* each of these */
};

struct region_samples {
    MAP_OF(struct region_sample, items, count);
    bool full;
};

/* False: no memory.  The first also counts it in what is of all functions;
 * the second once per function of a call path, line: where it was. */
bool region_samples_own(struct region_samples *samples,
                        const struct region_at *at, uint32_t function,
                        uint32_t line);
bool region_samples_with(struct region_samples *samples,
                         const struct region_at *at, uint32_t function,
                         int line);
/* A line of that function, after the last sample. */
void region_samples_name_line(const struct region_samples *samples,
                              const struct region_sample *of,
                              uint32_t function, int line);
/* NULL: nothing of it was sampled there. */
const struct region_sample *
region_samples_find(const struct region_samples *samples, uint32_t region,
                    uint32_t number);
/* What a rank has, which is that which works longest there; else 0. */
uint64_t region_sample_own(const struct region_sample *of, uint32_t rank);
uint64_t region_sample_with(const struct region_sample *of, uint32_t rank);

#endif
