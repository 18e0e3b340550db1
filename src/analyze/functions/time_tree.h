/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * time_tree.h - the time of a run as one call tree.
 *
 * Regions are below the program, functions of call paths below their region,
 * and MPI procedures at the leaves.  A procedure holds its MPI time, a region
 * its useful time, and the program the useful time outside regions; in a
 * replayed run, waits between polls are nodes of their own.  Together that is the
 * ranks' time, without MPI_Init, MPI_Finalize and other calls outside T, as in
 * the table of times per rank.  Functions have
 * exclusive time if the run was sampled: a region's useful time is divided
 * among them, see useful_parts.h.
 * Units: ns.  Threads: one owner.  Memory: time_tree_clear() frees; grows with
 * call paths.  Errors: out of memory sticks in tree.failed.
 */
#ifndef ANALYZE_FUNCTIONS_TIME_TREE_H
#define ANALYZE_FUNCTIONS_TIME_TREE_H

#include "analyze/facts/efficiency/useful_parts.h"
#include "analyze/functions/region_homes.h"
#include "model/call_tree.h"
#include "model/profile.h"

enum time_tree_how {
    TIME_TREE_FUNCTIONS = 1, /* with call paths; else regions only */
    TIME_TREE_SITES = 2,     /* separates procedures by file and line */
    TIME_TREE_LINES = 4,     /* separates nodes by calling line, and sampled
                              * functions get a node of exclusive time per
                              * line */
    TIME_TREE_LEVELS = 8,    /* a recursive frame is named name'2 */
    TIME_TREE_OPENED = 16    /* regions are below the functions that opened
                              * them; needs a look at all ranks */
};

struct time_tree_place {
    uint32_t region, path, call; /* or samples outside of MPI */
    uint32_t node;               /* + 1, 0: not made yet */
};

struct time_tree {
    struct call_tree tree;
    const struct profile *profile;
    unsigned how;
    struct map places;          /* struct time_tree_place */
    struct useful_parts useful; /* of the rank that was added last */
    struct region_homes homes;
    struct path_steps steps; /* of the path at hand */
};

void time_tree_init(struct time_tree *time, const struct profile *profile,
                    unsigned how);
void time_tree_clear(struct time_tree *time);
/* Before any rank is added. */
void time_tree_look(struct time_tree *time, const struct rank_data *rank);
void time_tree_add(struct time_tree *time, const struct rank_data *rank);

#endif
