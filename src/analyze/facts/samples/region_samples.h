/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * region_samples.h - sampled CPU time of functions and lines in each region:
 * summed over ranks, and for the rank that works longest there.
 *
 * A sample belongs to its innermost region, as useful time excludes child
 * regions; samples of threads that mark no regions are outside all regions.
 * REGION_ALL holds all samples, and its rank is the one with the most useful
 * time.
 * Shape: an element per region and sampled function or line, independent of
 * the number of ranks; beyond REGION_SAMPLES_MOST elements no new ones are
 * added, and data of single regions is unknown (`full').  Ranks are identified
 * by position and come in ascending order; a rank that works longer than those
 * before replaces their data.
 * Units: ns of CPU time.  Threads: one owner.  Memory: map_clear()
 * frees; zero is empty.
 */
#ifndef ANALYZE_FACTS_SAMPLES_REGION_SAMPLES_H
#define ANALYZE_FACTS_SAMPLES_REGION_SAMPLES_H

#include "base/map.h"

#define REGION_ALL \
    UINT32_MAX                         /* region: the whole run, or the
                                        * selection */
#define REGION_TOTAL 0x7fffffffu       /* function: sum of all */
#define REGION_SAMPLES_MOST (1u << 18) /* 16 MiB */

struct region_sample {
    uint32_t region;
    uint32_t number;    /* function number, or REGION_LINE | line number */
    uint64_t own, with; /* exclusive and inclusive time, all ranks */
    uint64_t rank_own, rank_with; /* same, for `rank' */
    uint32_t rank;
    int line;      /* function's line with the most samples; without samples
                     * of its own, a line from which it calls; 0: unknown */
    uint64_t most; /* exclusive time of that line */
};

#define REGION_LINE 0x80000000u

/* The rank and region whose samples are added. */
struct region_at {
    uint32_t region, rank;
    bool longest, longest_of_all; /* rank works longest so far, in the region
                                   * and in the run */
    uint64_t ns;                  /* time per sample */
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
/* Sets a line of that function, after the last sample. */
void region_samples_name_line(const struct region_samples *samples,
                              const struct region_sample *of,
                              uint32_t function, int line);
/* NULL: no samples. */
const struct region_sample *
region_samples_find(const struct region_samples *samples, uint32_t region,
                    uint32_t number);
/* Time of `rank' if it works longest there; else 0. */
uint64_t region_sample_own(const struct region_sample *of, uint32_t rank);
uint64_t region_sample_with(const struct region_sample *of, uint32_t rank);

#endif
