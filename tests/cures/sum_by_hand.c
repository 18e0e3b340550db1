/* SPDX-License-Identifier: BSD-3-Clause */
/* sum_by_hand.c - rank 0 receives what the others send, one after the other, and adds
 * it to its own: the others wait for the sum.  The cure: MPI_Allreduce. */
#include "cures.h"

static void add_all(void)
{
    double part = 1, sum = 0;

    if (CURED(1)) {
        MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
        return;
    }
    for (int i = 1; me == 0 && i < ranks; i++) {
        MPI_Recv(&part, 1, MPI_DOUBLE, i, 0, WORLD, MPI_STATUS_IGNORE);
        work(1);
    }
    if (me > 0)
        MPI_Send(&part, 1, MPI_DOUBLE, 0, 0, WORLD);
    MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 15; i++) {
        work(6);
        add_all();
    }
}
