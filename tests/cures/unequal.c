/* SPDX-License-Identifier: BSD-3-Clause */
/* unequal.c - rank 2 works three times as long as the others in one region. */
#include "cures.h"

static void step(void)
{
    double one = 1, sum;

    MPIPROF_BEGIN("solve");
    work(CURED(1) ? 15 : me == 2 ? 30 : 10);
    MPIPROF_END("solve");
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 8; i++)
        step();
}
