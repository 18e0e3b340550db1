/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * stacks.h - recognises a call path without walking the stack.
 *
 * Calls from the same place with the same stack pointer usually have the same
 * frames above; the stack slots of their return addresses are learnt once.  So
 * checking that these words still hold the same addresses is enough: a few
 * nanoseconds instead of about ten per frame.  Any difference means a walk.
 * The words are compared from the innermost out, so that none outside the
 * present stack is read.
 *
 * Addresses of code that was unloaded since are none, see paths.h.
 *
 * A set of four ways per (caller, stack pointer), so that paths of equal depth
 * do not evict each other.
 * Threads: one owner.  Memory: in the caller's storage, zeroed (pages touched
 * as used).
 */
#ifndef MEASURE_RECORD_PATHS_STACKS_H
#define MEASURE_RECORD_PATHS_STACKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "measure/record/paths/paths.h"

#define STACKS_SETS 512
#define STACKS_WAYS 4
#define STACKS_DEEPEST 40 /* return addresses compared */
#define STACKS_MISS UINT32_MAX

struct stack_way {
    const void *caller;  /* NULL: empty */
    const void *pointer; /* of the wrapper's frame */
    uint32_t path;
    int depth;
    uint32_t generation;              /* paths_generation */
    uint32_t offsets[STACKS_DEEPEST]; /* bytes from `pointer' */
    void *values[STACKS_DEEPEST];
};

struct stacks {
    struct stack_way ways[STACKS_SETS][STACKS_WAYS];
    uint32_t misses; /* misses in full sets since the last replacement */
};

static inline struct stack_way *
stacks_set(struct stacks *stacks, const void *caller, const void *pointer)
{
    uint64_t key = hash_pair((uintptr_t)caller, (uintptr_t)pointer);

    return stacks->ways[(key >> 40) % STACKS_SETS];
}

static inline void *const volatile *stack_slot(const void *pointer,
                                               uint32_t offset)
{
    return (void *const volatile *)((const char *)pointer + offset);
}

static inline bool stack_is(const struct stack_way *way, const void *caller,
                            const void *pointer)
{
    if (way->caller != caller || way->pointer != pointer ||
        way->generation != paths_generation_now())
        return false;
    for (int i = 0; i < way->depth; i++)
        if (*stack_slot(pointer, way->offsets[i]) != way->values[i])
            return false;
    return true;
}

/* Returns the PATH id, or STACKS_MISS. */
static inline uint32_t stacks_find(struct stacks *stacks, const void *caller,
                                   const void *pointer)
{
    const struct stack_way *set = stacks_set(stacks, caller, pointer);

    for (int i = 0; i < STACKS_WAYS; i++)
        if (stack_is(&set[i], caller, pointer))
            return set[i].path;
    return STACKS_MISS;
}

/* Returns a way for the result of a walk, or NULL: the set is full and a
 * replacement is not yet due. */
struct stack_way *stacks_room(struct stacks *stacks, const void *caller,
                              const void *pointer);

#endif
