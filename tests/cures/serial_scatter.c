/* SPDX-License-Identifier: BSD-3-Clause */
/* serial_scatter.c - the root divides the work anew, between Gather and
 * Scatter. */
#include "cures.h"

static void divide(void)
{
    double cost = 1, costs[64];

    if (CURED(1))
        work(20.0 / ranks);
    MPI_Gather(&cost, 1, MPI_DOUBLE, costs, 1, MPI_DOUBLE, 0, WORLD);
    if (me == 0 && !CURED(1))
        work(20);
    MPI_Scatter(costs, 1, MPI_DOUBLE, &cost, 1, MPI_DOUBLE, 0, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 6; i++) {
        work(10);
        divide();
    }
}
