/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * regions.h - the regions of one thread: a stack, and statistics per node.
 *
 * Node 0 is the whole measured run and always open.  Nodes are REGION_NODE
 * ids, created through `define'.
 * Units: ticks.  Threads: one owner.  Memory: persisted (live/persist.h);
 * doubles when a new node appears (not on the hot path of MPI calls).  If the
 * memory turns to zeros, the regions stay usable but count nothing.  Nesting
 * deeper than REGIONS_DEEPEST is counted as an error.
 */
#ifndef LIVE_REGIONS_H
#define LIVE_REGIONS_H

#include <stdbool.h>

#include "model/profile.h"

#define REGIONS_DEEPEST 128
/* Nodes with rows of their own; later nodes share one region. */
#define REGIONS_APART 10000
#define REGIONS_OTHERS "(other regions)"

struct region_frame {
    uint32_t node, region;
    uint64_t alias; /* hash of the name at its start, if different from the
                     * region's; else 0 */
    uint64_t begin, children; /* inclusive time of child regions */
    uint64_t id;              /* of a range: id that its end refers to */
    uint32_t source;          /* enum hook_source; 0: a mark, ended by name */
    uint32_t again;           /* recursion count of a function */
    uint32_t function;        /* index in measure/record/record_functions.c */
    bool over;                /* ended, but kept open by child regions */
    bool may_stay; /* not an error if open at the end of its thread */
    bool waits;    /* outside MPI */
};

struct regions {
    struct region_frame stack[REGIONS_DEEPEST];
    int depth; /* index of the innermost open region; 0: only the run */
    struct region_data *list;
    size_t count, room;
    uint32_t owner; /* owner of the persisted memory */
    uint64_t errors;
    int too_deep;       /* begins beyond the deepest level */
    int functions_deep; /* same for functions */
};

bool regions_init(struct regions *regions, uint32_t owner, uint64_t begin);
void regions_clear(struct regions *regions);

/* Creates the data of a new node; NULL without memory. */
struct region_data *regions_new_data(struct regions *regions, uint32_t node);

/* Returns the statistics of a node; NULL without memory. */
static inline struct region_data *regions_data(struct regions *regions,
                                               uint32_t node)
{
    struct region_data *list = regions->list;

    if (__builtin_expect(list == NULL || node >= regions->count, 0))
        return regions_new_data(regions, node);
    list[node].node = node;
    return &list[node];
}

/* Returns false if nothing was opened. */
bool regions_push(struct regions *regions, uint32_t node, uint32_t region,
                  uint64_t now);
/* Closes the innermost region, whatever its name: record_region.c handles
 * names that do not match. */
void regions_pop(struct regions *regions, uint64_t now);
/* Closes node 0; open regions are closed first, as errors unless may_stay is
 * set. */
void regions_finish(struct regions *regions, uint64_t now);

static inline uint32_t regions_node(const struct regions *regions)
{
    return regions->stack[regions->depth].node;
}

#endif
