/* SPDX-License-Identifier: BSD-3-Clause */
/* starved.c - equal work, but all ranks are bound to one core: for real time
 * alone.  Ranks count what they compute, so that each needs a core. */
#include "cures.h"

static void run(void)
{
    double one = 1, sum;

    for (int i = 0; i < 100; i++) {
        for (volatile int k = 0; k < 4000000; k++)
            continue;
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}
