/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * busy.c - each rank calls MPI as often as it is told.
 *
 *     mpiexec -n 3 ./busy CALLS_OF_RANK_0 CALLS_OF_RANK_1 ...
 *
 * Sends to nobody, each after some work, and a pause of 50 ms half way.
 */
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
    struct timespec pause = { 0, 50000000 };
    int me, data = 0;
    long calls;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    calls = me + 1 < argc ? atol(argv[me + 1]) : 0;
    for (long i = 0; i < calls; i++) {
        if (i == calls / 2)
            nanosleep(&pause, NULL);
        MPI_Send(&data, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
