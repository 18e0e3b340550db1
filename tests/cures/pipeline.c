/* SPDX-License-Identifier: BSD-3-Clause */
/* pipeline.c - each rank needs its neighbour's block before it can work on its
 * own, and blocks are too large.  The cure: blocks of an eighth. */
#include "cures.h"

static void sweep(int blocks)
{
    double edge = 0, sum;

    for (int i = 0; i < blocks; i++) {
        if (me > 0)
            MPI_Recv(&edge, 1, MPI_DOUBLE, me - 1, i, WORLD,
                     MPI_STATUS_IGNORE);
        work(40.0 / blocks);
        if (me < ranks - 1)
            MPI_Send(&edge, 1, MPI_DOUBLE, me + 1, i, WORLD);
    }
    MPI_Allreduce(&edge, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 3; i++)
        sweep(CURED(1) ? 16 : 2);
}
