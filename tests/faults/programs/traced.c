/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * traced.c - a program that is stopped while its trace grows.
 *
 *     traced THREADS CALLS COUNTS
 *
 * Each thread of each rank goes round in MPI_Iprobe and MPI_Sendrecv on
 * MPI_COMM_SELF, with tags of its own, and sleeps after that many calls.  How
 * many calls a thread has come back from is at any time in
 * COUNTS.<rank>.<thread>, as text of 8 digits; thread 0 also counts
 * MPI_Init_thread.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>

#include "counts_file.h"

static const char *prefix;
static int rank;
static long calls;

static void go_round(int thread)
{
    int flag, out = thread, in;

    MPI_Iprobe(0, 1000 + thread, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    count();
    MPI_Sendrecv(&out, 1, MPI_INT, 0, thread, &in, 1, MPI_INT, 0, thread,
                 MPI_COMM_SELF, MPI_STATUS_IGNORE);
    count();
}

static void go_all_rounds(int thread)
{
    for (long i = 0; i < calls; i += 2)
        go_round(thread);
    for (;;)
        pause();
}

static void *go_on(void *argument)
{
    int thread = (int)(intptr_t)argument;

    open_counts(prefix, rank, thread);
    go_all_rounds(thread);
    return NULL;
}

int main(int argc, char **argv)
{
    int threads = atoi(argv[1]), given;
    pthread_t other;

    calls = atol(argv[2]);
    prefix = argv[3];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (threads > 1 && given < MPI_THREAD_MULTIPLE)
        return 8;
    for (int i = 1; i < threads; i++)
        if (pthread_create(&other, NULL, go_on, (void *)(intptr_t)i) != 0)
            return 9;
    open_counts(prefix, rank, 0);
    count();
    go_all_rounds(0);
}
