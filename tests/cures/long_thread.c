/* SPDX-License-Identifier: BSD-3-Clause */
/* long_thread.c - each rank has four threads and as much work, but on rank 2 one of them
 * has most of it, and the others wait for that one. */
#include "cures.h"
#include <pthread.h>

#define THREADS 4

static void *push_particles(void *ms)
{
    work(*(double *)ms);
    return NULL;
}

static void advance(void)
{
    static double even[THREADS] = { 10, 10, 10, 10 };
    static double uneven[THREADS] = { 3, 3, 4, 30 };
    double *share = me == 2 && !CURED(1) ? uneven : even, one = 1, sum;
    pthread_t team[THREADS];

    for (int i = 1; i < THREADS; i++)
        pthread_create(&team[i], NULL, push_particles, &share[i]);
    push_particles(&share[0]);
    for (int i = 1; i < THREADS; i++)
        pthread_join(team[i], NULL);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 10; i++)
        advance();
}
