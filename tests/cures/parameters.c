/* SPDX-License-Identifier: BSD-3-Clause */
/* parameters.c - in each step rank 0 broadcasts six numbers, one by one.  The cure:
 * all at once. */
#include "cures.h"

static double parameters[6];

static void share_parameters(void)
{
    if (CURED(1)) {
        MPI_Bcast(parameters, 6, MPI_DOUBLE, 0, WORLD);
        return;
    }
    MPI_Bcast(&parameters[0], 1, MPI_DOUBLE, 0, WORLD);
    MPI_Bcast(&parameters[1], 1, MPI_DOUBLE, 0, WORLD);
    MPI_Bcast(&parameters[2], 1, MPI_DOUBLE, 0, WORLD);
    MPI_Bcast(&parameters[3], 1, MPI_DOUBLE, 0, WORLD);
    MPI_Bcast(&parameters[4], 1, MPI_DOUBLE, 0, WORLD);
    MPI_Bcast(&parameters[5], 1, MPI_DOUBLE, 0, WORLD);
}

static void run(void)
{
    for (int step = 0; step < 60; step++) {
        share_parameters();
        work(6);
    }
}
