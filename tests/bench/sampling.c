/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampling.c - a program that only computes, in stretches of the same work, with
 * samples and without them in turn.  Prints a line for each pair of stretches:
 * CPU seconds of all threads with samples, and without.
 *
 *     sampling THREADS PAIRS
 *
 * A thread without samples blocks the signal of its timer and disables the
 * kernel's events.  A stretch ends with an MPI call, which takes samples out.
 */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

#define MOST_THREADS 256
#define ROUNDS 200 /* 30 ms on a machine of today: three samples of 100 Hz */
#define TRIED_SIGNALS 8

static volatile double sum;
static int pairs;
static pthread_barrier_t all;

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

/* Of the calling thread.  A sample that is due comes at once, before the
 * stretch. */
static void switch_samples(int on)
{
    sigset_t signals;

    sigemptyset(&signals);
    for (int i = 1; i <= TRIED_SIGNALS; i++)
        sigaddset(&signals, SIGRTMAX - i);
    prctl(on ? PR_TASK_PERF_EVENTS_ENABLE : PR_TASK_PERF_EVENTS_DISABLE);
    pthread_sigmask(on ? SIG_UNBLOCK : SIG_BLOCK, &signals, NULL);
}

/* Returns the CPU time of all threads, if `first'. */
static double run_stretch(int first, int on)
{
    double value = 1, begin = 0;

    switch_samples(on);
    pthread_barrier_wait(&all);
    if (first)
        begin = used();
    pthread_barrier_wait(&all);
    for (int i = 0; i < ROUNDS; i++)
        value = round_of(value);
    sum = value;
    pthread_barrier_wait(&all);
    if (first)
        MPI_Barrier(MPI_COMM_SELF);
    return used() - begin;
}

/* argument: NULL for the first thread.  On, off, off, on: what changes steadily
 * counts for both alike. */
static void *compute(void *argument)
{
    int first = argument == NULL;

    for (int i = 0; i < pairs; i++) {
        int order = i % 2;
        double seconds[2];

        seconds[order] = run_stretch(first, !order);
        seconds[!order] = run_stretch(first, order);
        if (first)
            printf("%.9f %.9f\n", seconds[0], seconds[1]);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int threads = argc > 2 ? atoi(argv[1]) : 0, given;
    pthread_t ids[MOST_THREADS];

    if (threads < 1 || threads > MOST_THREADS)
        return 2;
    pairs = atoi(argv[2]);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
    pthread_barrier_init(&all, NULL, (unsigned)threads);
    for (int i = 1; i < threads; i++)
        if (pthread_create(&ids[i], NULL, compute, ids) != 0)
            return 1;
    compute(NULL);
    for (int i = 1; i < threads; i++)
        pthread_join(ids[i], NULL);
    MPI_Finalize();
    return 0;
}
