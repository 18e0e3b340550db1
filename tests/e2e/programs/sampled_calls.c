/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampled_calls.c - MPI calls that take a processor while they wait, or not.
 *
 * Rank 1 computes for 0.6 s while rank 0 waits for its message in MPI_Recv;
 * in MPI_Reduce_local both sleep for 0.3 s.  Rank 0 prints how much processor
 * time it had in MPI_Recv.
 */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

#include "sampled_spin.h"

static void asleep(void *in, void *inout, int *count, MPI_Datatype *type)
{
    struct timespec time = { 0, 300000000 };

    (void)in;
    (void)inout;
    (void)count;
    (void)type;
    nanosleep(&time, NULL);
}

static void sleep_in_mpi(void)
{
    MPI_Op op;
    int one = 1, other = 1;

    MPI_Op_create(asleep, 1, &op);
    MPI_Reduce_local(&one, &other, 1, MPI_INT, op);
    MPI_Op_free(&op);
}

int main(int argc, char **argv)
{
    int rank, word = 0;
    double begin;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    begin = used();
    if (rank == 0) {
        MPI_Recv(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%.3f\n", used() - begin);
    } else if (rank == 1) {
        while (used() < begin + 0.6)
            continue;
        MPI_Send(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    sleep_in_mpi();
    MPI_Finalize();
    return 0;
}
