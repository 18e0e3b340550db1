/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * leaked.c - sends that are freed at once, and many whose requests nobody ever asks
 * for.
 *
 *     mpiexec -n 1 ./leaked MANY PREFIX
 *
 * Prints how many bytes were in use after each.
 */
#include <malloc.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "expect.h"

#define FREED 100000

static void send(int count, bool is_freed)
{
    int one = 1, got;
    MPI_Request request;

    for (int i = 0; i < count; i++) {
        MPI_Isend(&one, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
        if (is_freed)
            MPI_Request_free(&request);
        MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    }
    printf("%ld\n", (long)(mallinfo2().uordblks + mallinfo2().hblkhd));
}

int main(int argc, char **argv)
{
    int many = argc == 3 ? atoi(argv[1]) : 0;
    uint64_t all = FREED + (uint64_t)many;

    MPI_Init(&argc, &argv);
    send(FREED, true);
    send(many, false);
    expect("MPI_Init", 1, 0, 0);
    expect("MPI_Isend", all, all * sizeof(int), 0);
    expect("MPI_Recv", all, 0, all * sizeof(int));
    expect("MPI_Request_free", FREED, 0, 0);
    expect("MPI_Finalize", 1, 0, 0);
    expect_write(argv[2], 0);
    MPI_Finalize();
    return 0;
}
