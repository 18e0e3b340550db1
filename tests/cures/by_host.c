/* SPDX-License-Identifier: BSD-3-Clause */
/* by_host.c - rank 1 works longer than the others.  The ranks of a host, which share
 * memory, have a communicator of their own and wait there first, but are no team.  The
 * cure: all ranks share the work. */
#include "cures.h"

static MPI_Comm host;

static void solve(double ms)
{
    double one = 1, sum;

    work(ms);
    MPI_Barrier(host);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    MPI_Comm_split(WORLD, me / 2, me, &host);
    for (int step = 0; step < 12; step++)
        solve(CURED(1) ? 13 : me == 1 ? 22 : 10);
    MPI_Comm_free(&host);
}
