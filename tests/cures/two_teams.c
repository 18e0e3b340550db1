/* SPDX-License-Identifier: BSD-3-Clause */
/* two_teams.c - each half of the ranks solves a problem of its own; rank 1 has more of
 * one than the other ranks of its team.  The cure: the team shares that problem, and in
 * the same time the other team solves a larger one. */
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
        solve(CURED(1) ? 14 : me == 1 ? 22 : 10);
        if (step % 4 == 0)
            MPI_Barrier(WORLD);
    }
    MPI_Comm_free(&team);
}
