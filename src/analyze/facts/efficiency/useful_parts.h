/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * useful_parts.h - divides a rank's useful time by region among the call paths
 * of its samples.
 *
 * Shape: an element per REGION_NODE; 0 is outside regions and also holds
 * unknown regions.  A region's time is divided in proportion to its samples;
 * samples come from all threads, time from the lead thread.  Parts are
 * differences of rounded running sums: they add up exactly, and each is
 * accurate to one ns.  Undivided time stays with the region: the share of
 * samples without a call path, or everything without samples.
 * Units: ns, samples.  Threads: one owner.  Memory: useful_parts_clear()
 * frees; zero is empty.
 */
#ifndef ANALYZE_FACTS_EFFICIENCY_USEFUL_PARTS_H
#define ANALYZE_FACTS_EFFICIENCY_USEFUL_PARTS_H

#include <stdbool.h>

#include "model/samples.h"

struct useful_region {
    uint64_t ns, left;        /* useful time; the undivided part */
    uint64_t samples;         /* outside MPI */
    uint64_t before, divided; /* samples and ns of the parts so far */
};

struct useful_parts {
    struct useful_region *regions;
    uint32_t count;
};

/* Resets for another rank of a run with `regions' regions (at least one);
 * false without memory. */
bool useful_parts_begin(struct useful_parts *parts, uint32_t regions);
void useful_parts_clear(struct useful_parts *parts);
/* Both: call for all time before counting samples; the latter returns how much it
 * took away. */
void useful_parts_add(struct useful_parts *parts, uint32_t region,
                      uint64_t ns);
uint64_t useful_parts_less(struct useful_parts *parts, uint32_t region,
                           uint64_t ns);
/* Counts the samples of all rows, before any part is taken. */
void useful_parts_count(struct useful_parts *parts,
                        const struct samples *samples);
/* Returns the part of that row's call path; call once per row. */
uint64_t useful_parts_take(struct useful_parts *parts,
                           const struct sample_row *row);

#endif
