/*
 * time_tree.h - where the time of a run went, as one tree of calls.
 *
 * Below the program come the regions, below each region the functions of the
 * call paths in it, and at their ends the MPI procedures.  What a procedure
 * has is its time there; what a region has is its useful time, and what the
 * program has is the useful time outside regions: all of it together is the
 * useful time of the ranks and the time of their calls of MPI, without
 * MPI_Init, MPI_Finalize and the like, as in the table of times per rank.
 * Functions have time of their own where the run was sampled: the useful time
 * of a region is divided among them, see useful_parts.h.
 * Units: ns.  Threads: one owner.  Memory: time_tree_clear() frees; grows with
 * call paths.  Errors: out of memory sticks in tree.failed.
 */
#ifndef ANALYZE_FUNCTIONS_TIME_TREE_H
#define ANALYZE_FUNCTIONS_TIME_TREE_H

#include "analyze/facts/useful_parts.h"
#include "model/call_tree.h"
#include "model/profile.h"

enum time_tree_how {
    TIME_TREE_FUNCTIONS = 1, /* with call paths; else regions alone */
    TIME_TREE_SITES = 2,     /* procedures are apart by file and line */
    TIME_TREE_LINES = 4,     /* nodes have the line where they are called,
                              * and sampled functions nodes of their own time
                              * in each line */
    TIME_TREE_LEVELS = 8     /* what is on a stack twice is name'2 there */
};

struct time_tree_place {
    uint32_t region, path, call; /* or samples outside of MPI */
    uint32_t node; /* + 1, 0: not made yet */
};

struct time_tree {
    struct call_tree tree;
    const struct profile *profile;
    unsigned how;
    struct map places; /* struct time_tree_place */
    struct useful_parts useful; /* of the rank that was added last */
};

void time_tree_init(struct time_tree *time, const struct profile *profile,
                    unsigned how);
void time_tree_clear(struct time_tree *time);
void time_tree_add(struct time_tree *time, const struct rank_data *rank);

#endif
