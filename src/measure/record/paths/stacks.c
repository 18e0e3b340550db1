/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/paths/stacks.h"

#include <stddef.h>

/* Learning costs as much as some fifty walks. */
#define MISSES_PER_REPLACEMENT 64u

struct stack_way *stacks_room(struct stacks *stacks, const void *caller,
                              const void *pointer)
{
    struct stack_way *set = stacks_set(stacks, caller, pointer);

    for (int i = 0; i < STACKS_WAYS; i++)
        if (set[i].caller == NULL ||
            set[i].generation != paths_generation_now())
            return &set[i];
    if (++stacks->misses % MISSES_PER_REPLACEMENT != 0)
        return NULL;
    return &set[stacks->misses / MISSES_PER_REPLACEMENT % STACKS_WAYS];
}
