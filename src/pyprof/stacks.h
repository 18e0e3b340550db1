/*
 * stacks.h - call stacks as a profile lets them be guessed.
 *
 * A profile knows who called whom, not in which stack.  From those that nobody
 * calls down, a stack has that share of what a function took that its last
 * step had among all its callers; own time is that of the caller's row.  A
 * function that is on the stack already goes no deeper.  What a function has
 * on all stacks is then scaled to its own time, so that sums are exact.  Stacks
 * of less than STACKS_LEAST of the time are left out; functions on none of the
 * others are below STACKS_REST.
 * Threads: one owner.  Memory: stacks_clear() frees.
 */
#ifndef PYPROF_STACKS_H
#define PYPROF_STACKS_H

#include "pyprof/merged.h"

#define STACKS_LEAST 1e-5
#define STACKS_DEPTH 500
#define STACKS_FRAMES 1000000u /* of all stacks together */
#define STACKS_STEPS 50000000u /* from caller to callee */
#define STACKS_REST "(rest)"

struct stack_node {
    uint32_t function; /* PY_NONE: STACKS_REST */
    uint32_t parent;   /* or PY_NONE */
    double own;        /* seconds */
};

/* Parents come before what they call. */
struct stacks {
    struct stack_node *nodes;
    size_t count, room;
};

enum status stacks_make(const struct pyprof *merged, struct stacks *out);
void stacks_clear(struct stacks *stacks);

#endif
