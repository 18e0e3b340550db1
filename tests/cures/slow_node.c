/* SPDX-License-Identifier: BSD-3-Clause */
/* slow_node.c - on the second of two hosts all ranks work longer.  The cure: a host
 * like the first. */
#include "cures.h"

static void solve(void)
{
    double one = 1, sum;

    work(me >= 2 && !CURED(1) ? 20 : 10);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 8; i++)
        solve();
}
