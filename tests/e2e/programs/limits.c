/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * limits.c - what has been too much for right tools, with known counts.
 *
 *     mpiexec -n 2 ./limits PREFIX
 *
 * 5000 requests in one Waitall, 200 communicators made and freed in turn and
 * 60 at once, more than 4 GiB in one call, hundreds of call sites.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "expect_main.h"

#define REQUESTS 5000
#define COMMS 60

/* A variable, since gcc 12 takes MPICH's constant for an array of no length. */
MPI_Status *ignored = MPI_STATUSES_IGNORE;
static int data[REQUESTS], room[REQUESTS];

static void many_requests(void)
{
    static MPI_Request requests[2 * REQUESTS];

    for (int i = 0; i < REQUESTS; i++)
        MPI_Irecv(&room[i], 1, MPI_INT, right, i, MPI_COMM_WORLD,
                  &requests[i]);
    for (int i = 0; i < REQUESTS; i++)
        MPI_Isend(&data[i], 1, MPI_INT, right, i, MPI_COMM_WORLD,
                  &requests[REQUESTS + i]);
    MPI_Waitall(2 * REQUESTS, requests, ignored);
    expect("MPI_Irecv", REQUESTS, 0, 0);
    expect("MPI_Isend", REQUESTS, REQUESTS * sizeof(int), 0);
    expect("MPI_Waitall", 1, 0, REQUESTS * sizeof(int));
}

static void exchange(MPI_Comm comm)
{
    MOVES(12, 12, MPI_Sendrecv, data, 3, MPI_INT, right, 0, room, 3, MPI_INT,
          right, 0, comm, MPI_STATUS_IGNORE);
}

static void duplicate(MPI_Comm *comm)
{
    CALL(MPI_Comm_dup, MPI_COMM_WORLD, comm);
}

static void release(MPI_Comm *comm)
{
    CALL(MPI_Comm_free, comm);
}

static void many_communicators(void)
{
    MPI_Comm comms[COMMS];

    for (int i = 0; i < 200; i++) {
        duplicate(&comms[0]);
        exchange(comms[0]);
        release(&comms[0]);
    }
    for (int i = 0; i < COMMS; i++)
        duplicate(&comms[i]);
    for (int i = 0; i < COMMS; i++)
        exchange(comms[i]);
    for (int i = 0; i < COMMS; i++)
        release(&comms[i]);
}

/* Alone, so that no byte has to move: the memory is never touched. */
static void many_bytes(void)
{
    const uint64_t gib = (uint64_t)1 << 30;
    void *memory = mmap(NULL, (size_t)(5 * gib), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    MPI_Datatype type;

    if (memory == MAP_FAILED) {
        perror("limits: 5 GiB of address space");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    CALL(MPI_Type_contiguous, (int)(gib / sizeof(int)), MPI_INT, &type);
    CALL(MPI_Type_commit, &type);
    MOVES(5 * gib, 5 * gib, MPI_Bcast, memory, 5, type, 0, MPI_COMM_SELF);
    CALL(MPI_Type_free, &type);
    munmap(memory, (size_t)(5 * gib));
}

/* 4 x 4 x 4 x 4 places in the source. */
#define BARRIER MPI_Barrier(MPI_COMM_SELF);
#define FOUR(x) x x x x
static void many_call_sites(void)
{
    FOUR(FOUR(FOUR(FOUR(BARRIER))))
    expect("MPI_Barrier", 256, 0, 0);
}

EXPECT_MAIN(2, 2)
{
    many_requests();
    many_communicators();
    many_bytes();
    many_call_sites();
}
