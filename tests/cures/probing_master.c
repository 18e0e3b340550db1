/* SPDX-License-Identifier: BSD-3-Clause */
/* probing_master.c - the master waits in MPI_Probe for the results of all;
 * worker 2 works longer. */
#include "cures.h"

static void collect(void)
{
    MPI_Status status;
    double result;

    for (int i = 1; i < ranks; i++) {
        MPI_Probe(MPI_ANY_SOURCE, 0, WORLD, &status);
        MPI_Recv(&result, 1, MPI_DOUBLE, status.MPI_SOURCE, 0, WORLD,
                 MPI_STATUS_IGNORE);
    }
}

static void compute(void)
{
    double result = 0;

    work(CURED(1) ? 20 : me == 2 ? 40 : 10);
    MPI_Send(&result, 1, MPI_DOUBLE, 0, 0, WORLD);
}

static void run(void)
{
    double data = 0;

    for (int i = 0; i < 5; i++) {
        if (me == 0)
            collect();
        else
            compute();
        MPI_Bcast(&data, 1, MPI_DOUBLE, 0, WORLD);
    }
}
