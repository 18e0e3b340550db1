/*
 * useful_parts.h - the useful time of a rank by region, divided among the call
 * paths of its samples.
 *
 * Shape: an element per REGION_NODE; 0 is what is outside of regions, and has
 * what is of regions that are not there.
 * A region's time is divided in proportion to the samples in it, which are of
 * all threads, while the time is that of the first one.  Parts are the
 * differences of the sums so far, rounded: all of them are what is divided,
 * and each is right but for one ns.  What is not divided stays the region's:
 * the part of samples without a call path, all where there are no samples.
 * Units: ns, samples.  Threads: one owner.
 * Memory: useful_parts_clear() frees; zero is empty.
 */
#ifndef ANALYZE_FACTS_USEFUL_PARTS_H
#define ANALYZE_FACTS_USEFUL_PARTS_H

#include <stdbool.h>

#include "model/samples.h"

struct useful_region {
    uint64_t ns, left;        /* useful; of that, not divided */
    uint64_t samples;         /* outside of MPI */
    uint64_t before, divided; /* samples and ns of the parts so far */
};

struct useful_parts {
    struct useful_region *regions;
    uint32_t count;
};

/* All zero, for another rank of a run with so many (at least one); false: no
 * memory. */
bool useful_parts_begin(struct useful_parts *parts, uint32_t regions);
void useful_parts_clear(struct useful_parts *parts);
/* All of it comes before the samples. */
void useful_parts_add(struct useful_parts *parts, uint32_t region,
                      uint64_t ns);
void useful_parts_less(struct useful_parts *parts, uint32_t region,
                       uint64_t ns);
/* Samples of all rows come before the parts of any. */
void useful_parts_count(struct useful_parts *parts,
                        const struct samples *samples);
/* What the call path of that row has; each row once. */
uint64_t useful_parts_take(struct useful_parts *parts,
                           const struct sample_row *row);

#endif
