/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * shares.c - times of known length, where not all of a run counts.
 *
 *     mpiexec -n 2 ./shares CASE
 *
 *     threads  three threads of rank 0 wait 400 ms each in MPI_Recv, while the
 *              first threads sleep, rank 0 800 ms and rank 1 400 ms; then rank
 *              1 waits in MPI_Barrier
 *     pause    rank 0 sleeps 400 ms of which 300 ms are switched off, rank 1
 *              as long without switching; no waiting
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define WAITERS 3

static int me;

static void sleep_for(int ms)
{
    struct timespec time = { ms / 1000, ms % 1000 * 1000000L };

    nanosleep(&time, NULL);
}

static void *wait_for_one(void *unused)
{
    int number;

    (void)unused;
    MPI_Recv(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

static void in_threads(void)
{
    pthread_t threads[WAITERS];
    int number = 1;

    MPI_Barrier(MPI_COMM_SELF);
    if (me == 0) {
        for (int i = 0; i < WAITERS; i++)
            pthread_create(&threads[i], NULL, wait_for_one, NULL);
        sleep_for(800);
        for (int i = 0; i < WAITERS; i++)
            pthread_join(threads[i], NULL);
    } else {
        sleep_for(400);
        for (int i = 0; i < WAITERS; i++)
            MPI_Send(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void with_pause(void)
{
    MPI_Barrier(MPI_COMM_SELF);
    if (me == 0) {
        sleep_for(100);
        MPI_Pcontrol(0);
        sleep_for(300);
        MPI_Pcontrol(1);
    } else {
        sleep_for(400);
    }
}

int main(int argc, char **argv)
{
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    if (argc == 2 && strcmp(argv[1], "pause") == 0)
        with_pause();
    else if (provided == MPI_THREAD_MULTIPLE)
        in_threads();
    else
        printf("no threads\n");
    MPI_Finalize();
    return 0;
}
