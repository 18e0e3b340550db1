/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ring.c - messages between all ranks, both ways, then a late one.
 *
 *     mpiexec -n RANKS ./ring MILLISECONDS
 *
 * Rank 1 sends rank 0 a message of tag 999 so long after both left a barrier;
 * it prints how long that was.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS 100

static int rank, ranks;

static void exchange(int round)
{
    int to = (rank + 1 + round % (ranks - 1)) % ranks;
    int from = (2 * ranks + rank - 1 - round % (ranks - 1)) % ranks;
    struct timespec pause = { 0, 10000000 };
    int data = round, room;

    MPI_Sendrecv(&data, 1, MPI_INT, to, round, &room, 1, MPI_INT, from, round,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    nanosleep(&pause, NULL);
}

static void be_late(long milliseconds)
{
    struct timespec pause = { milliseconds / 1000,
                              milliseconds % 1000 * 1000000 };
    double begin;
    int data = 0;

    MPI_Barrier(MPI_COMM_WORLD);
    begin = MPI_Wtime();
    if (rank == 1) {
        nanosleep(&pause, NULL);
        MPI_Send(&data, 1, MPI_INT, 0, 999, MPI_COMM_WORLD);
        printf("late %.6f\n", MPI_Wtime() - begin);
    } else if (rank == 0) {
        MPI_Recv(&data, 1, MPI_INT, 1, 999, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int count, char **arguments)
{
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < ROUNDS; i++)
        exchange(i);
    be_late(count > 1 ? atol(arguments[1]) : 400);
    MPI_Finalize();
    return 0;
}
