/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * stacks.h - call stacks estimated from a profile.
 *
 * A profile has callers and callees, but no stacks.  Starting from functions
 * without callers, a stack gets the share of a function's time that its last
 * step had among all its callers; exclusive time comes from the caller's row.
 * A recursive function goes no deeper.  The estimates of a function are then
 * scaled to its exclusive time, so that sums are exact.  Stacks with less than
 * STACKS_LEAST of the time are left out; functions on none of the others are
 * below STACKS_REST.
 * Threads: one owner.  Memory: stacks_clear() frees.
 */
#ifndef PYPROF_STACKS_H
#define PYPROF_STACKS_H

#include "pyprof/merged.h"

#define STACKS_LEAST 1e-5
#define STACKS_DEPTH 500
#define STACKS_FRAMES 1000000u /* total over all stacks */
#define STACKS_STEPS 50000000u /* steps from caller to callee */
#define STACKS_REST "(rest)"

struct stack_node {
    uint32_t function; /* PY_NONE: STACKS_REST */
    uint32_t parent;   /* or PY_NONE */
    double own;        /* seconds */
};

/* Parents precede their children. */
struct stacks {
    struct stack_node *nodes;
    size_t count, room;
};

enum status stacks_make(const struct pyprof *merged, struct stacks *out);
void stacks_clear(struct stacks *stacks);

#endif
