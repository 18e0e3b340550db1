/* SPDX-License-Identifier: BSD-3-Clause */
/* first_touch.c - in the first step rank 3 takes longer, as it touches its memory.
 * The compiler gives that branch its own call of MPI_Allreduce, which only rank 3
 * makes.  The cure: all touch equally much. */
#include "cures.h"

static void advect(int step)
{
    if (step == 0 && me == 3 && !CURED(1))
        work(250);
    work(10);
}

static void run(void)
{
    double dt = 1, least;

    for (int step = 0; step < 40; step++) {
        advect(step);
        MPI_Allreduce(&dt, &least, 1, MPI_DOUBLE, MPI_MIN, WORLD);
    }
}
