/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mpi4.c - what MPI 4 added, with known counts and bytes.
 *
 *     mpiexec -n 2 ./mpi4 PREFIX
 *
 * Large counts (_c), Isendrecv, persistent collectives.
 * Bytes of persistent calls count at each MPI_Start.
 */
#include <mpi.h>

#include "expect_main.h"

#if MPI_VERSION < 4
#error "This MPI is older than MPI 4"
#endif

#define N 10
#define BYTES (N * sizeof(int))

static int data[8 * N], room[8 * N];

static void wait_for(MPI_Request *request, uint64_t in)
{
    MOVES(0, in, MPI_Wait, request, MPI_STATUS_IGNORE);
}

static void large_counts(void)
{
    MPI_Request request;

    CALL(MPI_Irecv_c, room, N, MPI_INT, right, 0, MPI_COMM_WORLD, &request);
    MOVES(BYTES, 0, MPI_Send_c, data, N, MPI_INT, right, 0, MPI_COMM_WORLD);
    wait_for(&request, BYTES);
    MOVES(ranks * BYTES, ranks * BYTES, MPI_Allreduce_c, data, room, N, MPI_INT,
          MPI_SUM, MPI_COMM_WORLD);
}

static void large_arrays(void)
{
    MPI_Count counts[2] = { N, N };
    MPI_Aint places[2] = { 0, N };

    MOVES(ranks * BYTES, ranks * BYTES, MPI_Alltoallv_c, data, counts, places,
          MPI_INT, room, counts, places, MPI_INT, MPI_COMM_WORLD);
}

static void both_ways_at_once(void)
{
    MPI_Request request;

    MOVES(BYTES, 0, MPI_Isendrecv, data, N, MPI_INT, right, 1, room, N, MPI_INT,
          right, 1, MPI_COMM_WORLD, &request);
    wait_for(&request, BYTES);
    MOVES(BYTES, 0, MPI_Isendrecv_replace, data, N, MPI_INT, right, 2, right, 2,
          MPI_COMM_WORLD, &request);
    wait_for(&request, BYTES);
    MOVES(3 * sizeof(int), 0, MPI_Isendrecv, data, 3, MPI_INT, right, 3, room,
          3, MPI_INT, right, 3, MPI_COMM_WORLD, &request);
    wait_for(&request, 3 * sizeof(int));
}

static void start(MPI_Request *request, uint64_t out, uint64_t in)
{
    MOVES(out, in, MPI_Start, request);
}

static void release(MPI_Request *request)
{
    CALL(MPI_Request_free, request);
}

static void persistent_collectives(void)
{
    MPI_Request requests[2];

    CALL(MPI_Bcast_init, data, N, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
         &requests[0]);
    CALL(MPI_Allreduce_init, data, room, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
         MPI_INFO_NULL, &requests[1]);
    for (int i = 0; i < 3; i++) {
        start(&requests[0], me == 0 ? ranks * BYTES : 0, BYTES);
        wait_for(&requests[0], 0);
        start(&requests[1], ranks * BYTES, ranks * BYTES);
        wait_for(&requests[1], 0);
    }
    release(&requests[0]);
    release(&requests[1]);
}

EXPECT_MAIN(2, 2)
{
    large_counts();
    large_arrays();
    both_ways_at_once();
    persistent_collectives();
}
