/* SPDX-License-Identifier: BSD-3-Clause */
/* fine_reductions.c - nothing to cure: equal work and a reduction. */
#include "cures.h"

static void run(void)
{
    double one = 1, sum;

    for (int i = 0; i < 20; i++) {
        work(10);
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}
