/*
 * regions.h - the regions of one thread: a stack, and statistics per node.
 *
 * Node 0 is the whole measured run and always open.  Nodes are REGION_NODE
 * ids, made through `define`.  Ticks.  Threads: one owner.
 * Memory: kept (live/persist.h); grows by doubling when a new node appears (not
 * on the hot path of MPI calls).  It is there, but counts nothing, when all of
 * it turns to zeros.  Nesting deeper than REGIONS_DEEPEST is counted as an
 * error.
 */
#ifndef LIVE_REGIONS_H
#define LIVE_REGIONS_H

#include <stdbool.h>

#include "model/profile.h"

#define REGIONS_DEEPEST 128
/* Nodes with rows of their own; what comes later is one region. */
#define REGIONS_APART 10000
#define REGIONS_OTHERS "(other regions)"

struct region_frame {
    uint32_t node, region;
    uint64_t alias; /* hash of the name it was begun by, where that is not the
                     * region's; else 0 */
    uint64_t begin, children; /* inclusive time of the regions inside */
    uint64_t id;     /* of a range: what its end names it by */
    uint32_t source; /* enum hook_source; 0: a mark, ended by name */
    uint32_t again;  /* calls of a function by itself, of which it is one */
    uint32_t function; /* of measure/record/functions.c */
    bool over;       /* ended, and open because those inside still are */
    bool may_stay;   /* open at the end of its thread: no error */
};

struct regions {
    struct region_frame stack[REGIONS_DEEPEST];
    int depth; /* of the innermost open one; 0: only the run */
    struct region_data *list;
    size_t count, room;
    uint32_t owner; /* of the persisted memory */
    uint64_t errors;
    int too_deep; /* begins that found no room */
    int functions_deep; /* the same of functions */
};

bool regions_init(struct regions *regions, uint32_t owner, uint64_t begin);
void regions_clear(struct regions *regions);

/* Of a node that is new; NULL: no memory. */
struct region_data *regions_new_data(struct regions *regions, uint32_t node);

/* Statistics of a node; NULL: no memory. */
static inline struct region_data *regions_data(struct regions *regions,
                                               uint32_t node)
{
    struct region_data *list = regions->list;

    if (__builtin_expect(list == NULL || node >= regions->count, 0))
        return regions_new_data(regions, node);
    list[node].node = node;
    return &list[node];
}

/* False: nothing was opened. */
bool regions_push(struct regions *regions, uint32_t node, uint32_t region,
                  uint64_t now);
/* Closes the innermost region, whatever its name: how the caller deals with a
 * name that does not match is in record_region.c. */
void regions_pop(struct regions *regions, uint64_t now);
/* Closes node 0; open regions are closed first, as errors unless they may stay
 * open. */
void regions_finish(struct regions *regions, uint64_t now);

static inline uint32_t regions_node(const struct regions *regions)
{
    return regions->stack[regions->depth].node;
}

#endif
