/* SPDX-License-Identifier: BSD-3-Clause */
/* slow_team.c - on rank 2 the first thread of the team has most of the loop.
 * The cure: the team shares it.  As threads of libgomp are unknown to virtual
 * time, only the first thread works: no other one takes longer. */
#include "cures.h"
#include <omp.h>

static void solve(void)
{
    double one = 1, sum;

#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0)
        work(me != 2 ? 10 : CURED(1) ? 15 : 30);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 6; i++)
        solve();
}
