/* SPDX-License-Identifier: BSD-3-Clause */
/* fixed_results.c - in each step, rank 0 works on the results of the others in the
 * order of their ranks, while that of rank 1 comes last: it works longer.  With
 * MPI_ANY_SOURCE the run takes 280 ms instead of 360 ms, with equal work 225 ms; as
 * one cause hides a part of the other, cures.tsv does not have them. */
#include "cures.h"

#define COUNT 200000

static double result[COUNT];

static void collect(void)
{
    for (int rank = 1; rank < ranks; rank++) {
        MPI_Recv(result, COUNT, MPI_DOUBLE, CURED(1) ? MPI_ANY_SOURCE : rank,
                 0, WORLD, MPI_STATUS_IGNORE);
        work(4);
    }
}

static void compute(void)
{
    if (!CURED(2))
        work(me == 1 ? 24 : me == 2 ? 8 : 10);
    MPI_Send(result, COUNT, MPI_DOUBLE, 0, 0, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 10; i++) {
        if (CURED(2))
            work(10.5);
        if (me == 0)
            collect();
        else
            compute();
        MPI_Barrier(WORLD);
    }
}
