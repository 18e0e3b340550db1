/* SPDX-License-Identifier: BSD-3-Clause */
/* phases.c - in one phase of each step higher ranks have more work, in the other lower
 * ones: rank 3 works no longer than the mean.  The cures: one phase spread evenly. */
#include "cures.h"

static void assemble(void)
{
    double one = 1, sum;

    work(CURED(1) ? 5 : 2 + 2 * me);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void solve(void)
{
    double one = 1, most;

    work(CURED(2) ? 7.5 : 3 * (ranks - me));
    MPI_Allreduce(&one, &most, 1, MPI_DOUBLE, MPI_MAX, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 20; i++) {
        assemble();
        solve();
    }
}
