/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce_bcast.c - all ranks get a norm by MPI_Reduce and MPI_Bcast.  The cure:
 * MPI_Allreduce. */
#include "cures.h"

static double norm(double part)
{
    double sum = 0;

    if (CURED(1)) {
        MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
        return sum;
    }
    MPI_Reduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, WORLD);
    MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, WORLD);
    return sum;
}

static void run(void)
{
    for (int step = 0; step < 60; step++) {
        work(5.5);
        norm(1);
    }
}
