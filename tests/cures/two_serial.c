/* SPDX-License-Identifier: BSD-3-Clause */
/* two_serial.c - 1: rank 0 assembles alone before it broadcasts; 2: rank 2
 * works longer when all solve. */
#include "cures.h"

static void assemble(void)
{
    double matrix = 0;

    if (CURED(1))
        work(20.0 / ranks);
    else if (me == 0)
        work(20);
    MPI_Bcast(&matrix, 1, MPI_DOUBLE, 0, WORLD);
}

static void solve(void)
{
    double one = 1, sum;

    work(CURED(2) ? 17.5 : me == 2 ? 40 : 10);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 5; i++) {
        assemble();
        solve();
    }
}
