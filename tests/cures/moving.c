/* SPDX-License-Identifier: BSD-3-Clause */
/* moving.c - in each step another rank works longer: over the run rank 0 works once
 * more than the others.  The cure: spread each step evenly. */
#include "cures.h"

static void step(int number)
{
    double one = 1, sum;

    work(CURED(1) ? 15 : me == number % ranks ? 30 : 10);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 9; i++)
        step(i);
}
