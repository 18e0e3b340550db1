/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * threads.c - MPI from several threads at once, with known counts.
 *
 *     mpiexec -n 2 ./threads PREFIX
 *
 * Each of THREADS threads exchanges messages on a communicator of its own,
 * waiting for requests that another thread started.  Exits with 77 when this
 * MPI has no MPI_THREAD_MULTIPLE.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "expect.h"

#define THREADS 3
#define ROUNDS 20
#define BYTES(count) ((uint64_t)(count) * sizeof(int))

struct work {
    MPI_Comm comm;
    MPI_Request requests[2];
    int data[THREADS], room[THREADS];
    int count;
};

static int rank, other;

static void start(struct work *work)
{
    MPI_Irecv(work->room, THREADS, MPI_INT, other, 0, work->comm,
              &work->requests[0]);
    MPI_Isend(work->data, work->count, MPI_INT, other, 0, work->comm,
              &work->requests[1]);
}

static void *exchange(void *context)
{
    struct work *work = context;
    MPI_Status statuses[2];

    MPI_Waitall(2, work->requests, statuses);
    for (int i = 1; i < ROUNDS; i++) {
        start(work);
        MPI_Waitall(2, work->requests, statuses);
    }
    return NULL;
}

static void run(void)
{
    static struct work works[THREADS];
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++) {
        works[i].count = i + 1;
        MPI_Comm_dup(MPI_COMM_WORLD, &works[i].comm);
        start(&works[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, exchange, &works[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_free(&works[i].comm);
}

static void expect_all(void)
{
    uint64_t numbers = 0;

    for (int i = 0; i < THREADS; i++)
        numbers += (uint64_t)ROUNDS * (i + 1);
    expect("MPI_Init_thread", 1, 0, 0);
    expect("MPI_Comm_dup", THREADS, 0, 0);
    expect("MPI_Irecv", THREADS * ROUNDS, 0, 0);
    expect("MPI_Isend", THREADS * ROUNDS, BYTES(numbers), 0);
    expect("MPI_Waitall", THREADS * ROUNDS, 0, BYTES(numbers));
    expect("MPI_Comm_free", THREADS, 0, 0);
    expect("MPI_Finalize", 1, 0, 0);
}

int main(int argc, char **argv)
{
    int provided, ranks;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 2 || ranks != 2) {
        fprintf(stderr, "usage: mpiexec -n 2 threads PREFIX\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (provided < MPI_THREAD_MULTIPLE) {
        MPI_Finalize();
        return 77;
    }
    other = 1 - rank;
    run();
    expect_all();
    expect_write(argv[1], rank);
    MPI_Finalize();
    return 0;
}
