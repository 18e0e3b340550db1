/* SPDX-License-Identifier: BSD-3-Clause */
/* fine_master.c - nothing to cure: a master that works as much as those who
 * send it their results. */
#include "cures.h"

static void run(void)
{
    double result = 0, next = 0;

    for (int i = 0; i < 20; i++) {
        work(10);
        if (me > 0)
            MPI_Send(&result, 1, MPI_DOUBLE, 0, 0, WORLD);
        for (int k = 1; me == 0 && k < ranks; k++)
            MPI_Recv(&result, 1, MPI_DOUBLE, k, 0, WORLD, MPI_STATUS_IGNORE);
        MPI_Bcast(&next, 1, MPI_DOUBLE, 0, WORLD);
    }
}
