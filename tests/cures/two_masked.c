/* SPDX-License-Identifier: BSD-3-Clause */
/* two_masked.c - 1: rank 1 assembles longer; 2: rank 3 solves longer, at the same
 * time and nearly as much, so that either cure alone gains nothing. */
#include "cures.h"

static void assemble(void)
{
    MPIPROF_BEGIN("assemble");
    work(CURED(1) ? 17.5 : me == 1 ? 40 : 10);
    MPIPROF_END("assemble");
}

static void solve(void)
{
    MPIPROF_BEGIN("solve");
    work(CURED(2) ? 17 : me == 3 ? 38 : 10);
    MPIPROF_END("solve");
}

static void run(void)
{
    for (int i = 0; i < 6; i++) {
        double in = 0, out;

        assemble();
        solve();
        MPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}
