/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * region_homes.h - where in the call paths regions were opened.
 *
 * The call path at the begin of a region is not recorded, but all paths inside
 * the region begin with it: so it is what they have in common, or as much of
 * that as leads to the function with the region's line.
 * Shape: paths as lists of steps, functions from the outermost to the
 * innermost, which the owner makes of PATHs; by REGION_NODE.  Threads: one
 * owner.  Memory: clear frees.  Errors: out of memory sticks in `failed'.
 */
#ifndef ANALYZE_FUNCTIONS_REGION_HOMES_H
#define ANALYZE_FUNCTIONS_REGION_HOMES_H

#include "base/map.h"
#include "model/definitions.h"

struct path_step {
    uint32_t frame; /* the function, a number of the owner's */
    uint32_t line;  /* of the call that it makes; 0: unknown */
    const char *file;
};

struct path_steps {
    struct path_step *list;
    uint32_t count;
};

struct region_home {
    uint32_t node;          /* REGION_NODE */
    struct path_steps path; /* one of those inside it; its lines are of one
                             * of them */
    uint32_t common;        /* how many of its steps all have */
};

struct region_homes {
    const struct definitions *table;
    MAP_OF(struct region_home, homes, home_count);
    bool failed;
};

void region_homes_clear(struct region_homes *homes);
/* Notes a call or sample inside that region and those around it; its path may
 * be empty. */
void region_homes_look(struct region_homes *homes, uint32_t node,
                       const struct path_steps *path);
/* The region is in that file and line, or 0.  Number of steps that lead to
 * where it was opened; *path begins with these; NULL: none is known. */
uint32_t region_homes_find(const struct region_homes *homes, uint32_t node,
                           const char *file, uint32_t line,
                           const struct path_steps **path);

/* False: no memory. */
bool path_steps_add(struct path_steps *path, const struct path_step *step);
/* How many functions they have in common from the outermost on. */
uint32_t path_steps_common(const struct path_steps *a, uint32_t count,
                           const struct path_steps *b);

#endif
