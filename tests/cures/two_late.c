/* SPDX-License-Identifier: BSD-3-Clause */
/* two_late.c - 1: rank 1 assembles longer; 2: rank 3 solves longer, and its
 * neighbour waits for its message. */
#include "cures.h"

static void assemble(void)
{
    work(CURED(1) ? 15 : me == 1 ? 30 : 10);
    MPI_Barrier(WORLD);
}

static void solve(void)
{
    double out = 0, in;

    work(CURED(2) ? 20 : me == 3 ? 50 : 10);
    MPI_Sendrecv(&out, 1, MPI_DOUBLE, (me + 1) % ranks, 0, &in, 1, MPI_DOUBLE,
                 (me + ranks - 1) % ranks, 0, WORLD, MPI_STATUS_IGNORE);
}

static void run(void)
{
    for (int i = 0; i < 4; i++) {
        assemble();
        solve();
        MPI_Barrier(WORLD);
    }
}
