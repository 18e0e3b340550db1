/* SPDX-License-Identifier: BSD-3-Clause */
/* each_team.c - each half of the ranks solves a problem of its own, and the second rank
 * of each has more of it than the others.  The cure: each team shares its problem. */
#include "cures.h"

static MPI_Comm team;

static void solve(double ms)
{
    double one = 1, sum;

    work(ms);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, team);
}

static void run(void)
{
    MPI_Comm_split(WORLD, me >= ranks / 2, me, &team);
    for (int step = 1; step <= 12; step++) {
        solve(CURED(1) ? 14 : me % (ranks / 2) == 1 ? 22 : 10);
        if (step % 4 == 0)
            MPI_Barrier(WORLD);
    }
    MPI_Comm_free(&team);
}
