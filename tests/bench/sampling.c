/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampling.c - a program that only computes: the same work for each of its
 * threads.  Prints the CPU time of all of them.
 *
 *     sampling THREADS SECONDS      about so many seconds of each thread
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MOST_THREADS 256
#define ROUNDS_PER_S 5000.0 /* on a machine of today; any number does */

static volatile double sum;
static long rounds;

static double used(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

__attribute__((noinline)) static double round_of(double value)
{
    for (int i = 0; i < 100000; i++)
        value = value * 1.0000001 + 1e-9;
    return value;
}

static void *compute(void *argument)
{
    double value = 1;

    for (long i = 0; i < rounds; i++)
        value = round_of(value);
    sum = value;
    return argument;
}

int main(int argc, char **argv)
{
    int threads = argc > 2 ? atoi(argv[1]) : 0, given;
    pthread_t ids[MOST_THREADS];
    double begin;

    if (threads < 1 || threads > MOST_THREADS)
        return 2;
    rounds = (long)(atof(argv[2]) * ROUNDS_PER_S);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
    begin = used();
    for (int i = 1; i < threads; i++)
        if (pthread_create(&ids[i], NULL, compute, NULL) != 0)
            return 1;
    compute(NULL);
    for (int i = 1; i < threads; i++)
        pthread_join(ids[i], NULL);
    printf("%.6f\n", used() - begin);
    MPI_Finalize();
    return 0;
}
