/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * reuse.c - threads that make and free communicators and types at once.
 *
 *     mpiexec -n 2 ./reuse PREFIX
 *
 * MPI gives a freed handle to whoever makes the next one: no communicator and
 * no size of a type may be taken for that of an older one.  Exits with 77
 * when this MPI has no MPI_THREAD_MULTIPLE.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

#include "expect.h"

#define THREADS 3
#define ROUNDS 60

struct work {
    MPI_Comm comm;
    int numbers;
};

/* Each thread's types have a size of their own. */
static void *make_and_free(void *context)
{
    struct work *work = context;
    static int data[THREADS][THREADS], room[THREADS][THREADS];
    int mine = work->numbers - 1;

    for (int i = 0; i < ROUNDS; i++) {
        MPI_Comm copy;
        MPI_Datatype type;

        MPI_Comm_dup(work->comm, &copy);
        MPI_Type_contiguous(work->numbers, MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_Allreduce(MPI_IN_PLACE, data[mine], 1, MPI_INT, MPI_SUM, copy);
        MPI_Alltoall(data[mine], 0, type, room[mine], 0, type, copy);
        MPI_Bcast(data[mine], 1, type, 0, copy);
        MPI_Type_free(&type);
        MPI_Comm_free(&copy);
    }
    return NULL;
}

static void run(void)
{
    static struct work works[THREADS];
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++) {
        works[i].numbers = i + 1;
        MPI_Comm_dup(MPI_COMM_WORLD, &works[i].comm);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, make_and_free, &works[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_free(&works[i].comm);
}

static void expect_all(int rank)
{
    uint64_t all = 0;
    uint64_t calls = THREADS * ROUNDS;

    for (int i = 0; i < THREADS; i++)
        all += ROUNDS * (uint64_t)(i + 1) * sizeof(int);
    expect("MPI_Comm_dup", calls + THREADS, 0, 0);
    expect("MPI_Comm_free", calls + THREADS, 0, 0);
    expect("MPI_Type_contiguous", calls, 0, 0);
    expect("MPI_Type_commit", calls, 0, 0);
    expect("MPI_Type_free", calls, 0, 0);
    expect("MPI_Allreduce", calls, calls * sizeof(int), calls * sizeof(int));
    expect("MPI_Alltoall", calls, 0, 0);
    expect("MPI_Bcast", calls, rank == 0 ? 2 * all : 0, all);
}

int main(int count, char **arguments)
{
    int rank, level;

    MPI_Init_thread(&count, &arguments, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    expect("MPI_Init_thread", 1, 0, 0);
    expect("MPI_Finalize", 1, 0, 0);
    if (level == MPI_THREAD_MULTIPLE) {
        run();
        expect_all(rank);
    }
    MPI_Finalize();
    expect_write(arguments[1], rank);
    return level == MPI_THREAD_MULTIPLE ? 0 : 77;
}
