/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * failed_waits.c - calls that complete requests, and fail.
 *
 *     mpiexec -n 2 ./failed_waits PREFIX
 *
 * A message is longer than the receive that it meets.  Each way to complete
 * that one returns an error, and the request is gone all the same; the other
 * receive goes on.
 */
#include <mpi.h>

#include "expect.h"

#define LONG 8
#define BYTES ((uint64_t)LONG * sizeof(int))

static MPI_Request requests[2];
static MPI_Status statuses[2];
static int indices[2], index_found, flag, count;

static int wait_any(void)
{
    expect("MPI_Waitany", 1, 0, 0);
    return MPI_Waitany(2, requests, &index_found, statuses);
}

static int test_any(void)
{
    expect("MPI_Testany", 1, 0, 0);
    return MPI_Testany(2, requests, &index_found, &flag, statuses);
}

static int wait_some(void)
{
    expect("MPI_Waitsome", 1, 0, 0);
    return MPI_Waitsome(2, requests, &count, indices, statuses);
}

static int test_some(void)
{
    expect("MPI_Testsome", 1, 0, 0);
    return MPI_Testsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
}

static int wait_one(void)
{
    expect("MPI_Wait", 1, 0, 0);
    return MPI_Wait(&requests[0], statuses);
}

static int test_one(void)
{
    expect("MPI_Test", 1, 0, 0);
    return MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
}

static int (*const ways[])(void) = { wait_any,  test_any, wait_some,
                                     test_some, wait_one, test_one };
#define WAYS (int)(sizeof ways / sizeof *ways)

static void barrier(void)
{
    CALL(MPI_Barrier, MPI_COMM_WORLD);
}

static void send(const int *data, int tag)
{
    MOVES(BYTES, 0, MPI_Send, data, LONG, MPI_INT, 0, tag, MPI_COMM_WORLD);
}

static void receive(int *room, int numbers, int tag)
{
    CALL(MPI_Irecv, room, numbers, MPI_INT, 1, tag, MPI_COMM_WORLD,
         &requests[tag]);
}

static void fail(int (*way)(void))
{
    static int rooms[2][LONG];

    receive(rooms[0], 1, 0);
    receive(rooms[1], LONG, 1);
    barrier();
    while (way() == MPI_SUCCESS) /* a Test was too early */
        continue;
    if (requests[0] != MPI_REQUEST_NULL || requests[1] == MPI_REQUEST_NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    barrier();
    MOVES(0, BYTES, MPI_Wait, &requests[1], MPI_STATUS_IGNORE);
}

static void send_both(void)
{
    int data[LONG] = { 0 };

    barrier();
    send(data, 0);
    barrier();
    send(data, 1);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int i = 0; i < WAYS; i++)
        if (rank == 0)
            fail(ways[i]);
        else
            send_both();
    expect("MPI_Init", 1, 0, 0);
    expect("MPI_Comm_set_errhandler", 1, 0, 0);
    expect("MPI_Finalize", 1, 0, 0);
    expect_write(argv[1], rank);
    MPI_Finalize();
    return 0;
}
