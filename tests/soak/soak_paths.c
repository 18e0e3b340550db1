/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * soak_paths.c - call paths without end: at each of DEPTH levels one of eight
 * calls, chosen by three bits of a number, leads one level deeper.
 */
#include "soak.h"

#define DEPTH 7 /* 2 million paths */

typedef void level_function(long i, int level);

static inline __attribute__((always_inline)) void descend(long i, int level);

#define STEP(k)                                                           \
    static __attribute__((noinline)) void step_##k(long i, int level)     \
    {                                                                     \
        descend(i, level);                                                \
        __asm__ volatile("" ::: "memory"); /* no tail call */             \
    }

STEP(0)
STEP(1)
STEP(2)
STEP(3)
STEP(4)
STEP(5)
STEP(6)
STEP(7)

static level_function *const steps[] = { step_0, step_1, step_2, step_3,
                                         step_4, step_5, step_6, step_7 };

/* Inlined into each step, so that each has a call of its own. */
static inline __attribute__((always_inline)) void descend(long i, int level)
{
    if (level == 0)
        MPI_Barrier(MPI_COMM_SELF);
    else
        steps[i & 7](i >> 3, level - 1);
}

void soak_path(long i)
{
    descend(i, DEPTH);
}
