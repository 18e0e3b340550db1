/*
 * mpi4.c - what MPI 4 added, with known counts and bytes.
 *
 *     mpiexec -n 2 ./mpi4 PREFIX
 *
 * Large counts (_c), Isendrecv, persistent collectives.
 * Bytes of persistent calls count at each MPI_Start.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "expect.h"

#if MPI_VERSION < 4
#error "This MPI is older than MPI 4"
#endif

#define N 10
#define BYTES (N * sizeof(int))

static int rank, ranks, other;
static int data[8 * N], room[8 * N];

static void wait_for(MPI_Request *request, uint64_t in)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
    expect("MPI_Wait", 1, 0, in);
}

static void large_counts(void)
{
    MPI_Request request;

    MPI_Irecv_c(room, N, MPI_INT, other, 0, MPI_COMM_WORLD, &request);
    expect("MPI_Irecv_c", 1, 0, 0);
    MPI_Send_c(data, N, MPI_INT, other, 0, MPI_COMM_WORLD);
    expect("MPI_Send_c", 1, BYTES, 0);
    wait_for(&request, BYTES);
    MPI_Allreduce_c(data, room, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    expect("MPI_Allreduce_c", 1, ranks * BYTES, ranks * BYTES);
}

static void large_arrays(void)
{
    MPI_Count counts[2] = { N, N };
    MPI_Aint places[2] = { 0, N };

    MPI_Alltoallv_c(data, counts, places, MPI_INT, room, counts, places,
                    MPI_INT, MPI_COMM_WORLD);
    expect("MPI_Alltoallv_c", 1, ranks * BYTES, ranks * BYTES);
}

static void both_ways_at_once(void)
{
    MPI_Request request;

    MPI_Isendrecv(data, N, MPI_INT, other, 1, room, N, MPI_INT, other, 1,
                  MPI_COMM_WORLD, &request);
    expect("MPI_Isendrecv", 1, BYTES, 0);
    wait_for(&request, BYTES);
    MPI_Isendrecv_replace(data, N, MPI_INT, other, 2, other, 2,
                          MPI_COMM_WORLD, &request);
    expect("MPI_Isendrecv_replace", 1, BYTES, 0);
    wait_for(&request, BYTES);
    MPI_Isendrecv(data, 3, MPI_INT, other, 3, room, 3, MPI_INT, other, 3,
                  MPI_COMM_WORLD, &request);
    expect("MPI_Isendrecv", 1, 3 * sizeof(int), 0);
    wait_for(&request, 3 * sizeof(int));
}

static void start(MPI_Request *request, uint64_t out, uint64_t in)
{
    MPI_Start(request);
    expect("MPI_Start", 1, out, in);
}

static void release(MPI_Request *request)
{
    MPI_Request_free(request);
    expect("MPI_Request_free", 1, 0, 0);
}

static void persistent_collectives(void)
{
    MPI_Request requests[2];

    MPI_Bcast_init(data, N, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[0]);
    expect("MPI_Bcast_init", 1, 0, 0);
    MPI_Allreduce_init(data, room, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &requests[1]);
    expect("MPI_Allreduce_init", 1, 0, 0);
    for (int i = 0; i < 3; i++) {
        start(&requests[0], rank == 0 ? ranks * BYTES : 0, BYTES);
        wait_for(&requests[0], 0);
        start(&requests[1], ranks * BYTES, ranks * BYTES);
        wait_for(&requests[1], 0);
    }
    release(&requests[0]);
    release(&requests[1]);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    expect("MPI_Init", 1, 0, 0);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 2 || ranks != 2) {
        fprintf(stderr, "usage: mpiexec -n 2 mpi4 PREFIX\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    other = 1 - rank;
    large_counts();
    large_arrays();
    both_ways_at_once();
    persistent_collectives();
    expect("MPI_Finalize", 1, 0, 0);
    expect_write(argv[1], rank);
    MPI_Finalize();
    return 0;
}
