/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * short_threads.c - many threads that live for a few calls.
 *
 *     mpiexec -n 2 ./short_threads PREFIX
 *
 * SINGLES of them come one after the other, then TEAMS times TEAM at once.
 * Data of each thread calls MPI once more when the thread ends, after any
 * library that was there before could do its own clearing.  Every tenth leaves
 * a region open.  Exits with 77 when this MPI has no MPI_THREAD_SERIALIZED.
 */
#include <mpi.h>
#include <mpiprof.h>
#include <pthread.h>
#include <stdlib.h>

#include "expect.h"

#define SINGLES 500
#define TEAMS 10
#define TEAM 4
#define CALLS 3
#define THREADS (SINGLES + TEAMS * TEAM)

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t all_here;
static pthread_key_t key;

static void call(void)
{
    int one = 1, sum = 0;

    pthread_mutex_lock(&one_at_a_time);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    if (sum != 1)
        abort();
    pthread_mutex_unlock(&one_at_a_time);
}

static void say_goodbye(void *unused)
{
    (void)unused;
    call();
}

static void work(int number)
{
    pthread_setspecific(key, &key);
    if (number % 10 == 0)
        MPIPROF_BEGIN("left open");
    for (int i = 0; i < CALLS; i++)
        call();
}

static void *alone(void *number)
{
    work(*(int *)number);
    return NULL;
}

static void *in_team(void *number)
{
    work(*(int *)number);
    pthread_barrier_wait(&all_here);
    return NULL;
}

static void one_after_the_other(void)
{
    pthread_t thread;

    for (int i = 0; i < SINGLES; i++) {
        pthread_create(&thread, NULL, alone, &i);
        pthread_join(thread, NULL);
    }
}

static void in_teams(void)
{
    pthread_t threads[TEAM];
    int numbers[TEAM];

    for (int i = 0; i < TEAMS; i++) {
        for (int k = 0; k < TEAM; k++) {
            numbers[k] = 1 + k;
            pthread_create(&threads[k], NULL, in_team, &numbers[k]);
        }
        for (int k = 0; k < TEAM; k++)
            pthread_join(threads[k], NULL);
    }
}

int main(int argc, char **argv)
{
    uint64_t calls = THREADS * (CALLS + 1);
    int level, rank;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (level >= MPI_THREAD_SERIALIZED && argc == 2) {
        pthread_key_create(&key, say_goodbye);
        pthread_barrier_init(&all_here, NULL, TEAM);
        one_after_the_other();
        in_teams();
    }
    MPI_Finalize();
    expect("MPI_Init_thread", 1, 0, 0);
    expect("MPI_Finalize", 1, 0, 0);
    expect("MPI_Allreduce", calls, calls * sizeof(int), calls * sizeof(int));
    if (argc == 2)
        expect_write(argv[1], rank);
    return level >= MPI_THREAD_SERIALIZED ? 0 : 77;
}
