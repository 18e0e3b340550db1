/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hung_at_end.c - some ranks come to the end and others to a barrier more:
 * rank 1 with the argument "early", all but rank 1 with "late".
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if ((rank == 1) == (strcmp(argv[1], "late") == 0))
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
