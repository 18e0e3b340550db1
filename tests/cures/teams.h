/* SPDX-License-Identifier: BSD-3-Clause */
/* teams.h - each half of the ranks solves a problem of its own, of which those that
 * has_more() names have more in the first MORE_STEPS.  The cure: 14 ms for each rank. */
#ifndef TESTS_CURES_TEAMS_H
#define TESTS_CURES_TEAMS_H

#include "cures.h"

#define STEPS 12
#ifndef MORE_STEPS
#define MORE_STEPS STEPS
#endif

static int has_more(void);

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
    for (int step = 1; step <= STEPS; step++) {
        solve(step > MORE_STEPS ? 10 : CURED(1) ? 14 : has_more() ? 22 : 10);
        if (step % 2 == 0)
            MPI_Barrier(WORLD);
    }
    MPI_Comm_free(&team);
}

#endif
