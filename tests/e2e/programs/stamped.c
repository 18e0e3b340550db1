/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * stamped.c - says the time of day right before each of 20 barriers.
 *
 * Rank 0 prints a line for each, in ns since 1970.
 */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

#define BARRIERS 20

int main(int argc, char **argv)
{
    struct timespec at[BARRIERS];
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < BARRIERS; i++) {
        clock_gettime(CLOCK_REALTIME, &at[i]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; rank == 0 && i < BARRIERS; i++)
        printf("%lld%09ld\n", (long long)at[i].tv_sec, at[i].tv_nsec);
    return MPI_Finalize();
}
