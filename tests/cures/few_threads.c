/* SPDX-License-Identifier: BSD-3-Clause */
/* few_threads.c - the work of a step is shared by four threads of each rank,
 * but rank 1 has only one. */
#include "cures.h"
#include <pthread.h>

static int threads;

static void *share(void *none)
{
    work(40.0 / threads);
    return none;
}

static void solve(void)
{
    pthread_t team[3];
    double one = 1, sum;

    for (int i = 1; i < threads; i++)
        pthread_create(&team[i - 1], NULL, share, NULL);
    share(NULL);
    for (int i = 1; i < threads; i++)
        pthread_join(team[i - 1], NULL);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    threads = me == 1 && !CURED(1) ? 1 : 4;
    for (int i = 0; i < 6; i++)
        solve();
}
