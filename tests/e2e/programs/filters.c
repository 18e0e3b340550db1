/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * filters.c - calls of every kind that a rule of the trace can name, in known
 * numbers per rank: filters.sh has them.
 *
 *     mpiexec -n 2 ./filters PREFIX      (an even number of ranks)
 */
#include <mpi.h>
#include <unistd.h>

#include "expect_main.h"
#include "mpiprof.h"

#define STEPS 5
#define ROOM 4096

static char data[8000], room[ROOM];

/* ---- messages: what is sent, and what there is room for ---- */

static void start(MPI_Request requests[2], int bytes, int place)
{
    MPI_Irecv(room, place, MPI_BYTE, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(data, bytes, MPI_BYTE, right, 1, MPI_COMM_WORLD, &requests[1]);
    expect("MPI_Irecv", 1, 0, 0);
    expect("MPI_Isend", 1, (uint64_t)bytes, 0);
}

static void finish(MPI_Request requests[2], int bytes)
{
    MOVES(0, (uint64_t)bytes, MPI_Waitall, 2, requests, MPI_STATUSES_IGNORE);
}

static void exchange(int bytes, int place)
{
    MPI_Request requests[2];

    start(requests, bytes, place);
    finish(requests, bytes);
}

static void halo(void)
{
    MPIPROF_BEGIN("halo");
    MOVES(100, 100, MPI_Sendrecv, data, 100, MPI_BYTE, right, 2, room, ROOM,
          MPI_BYTE, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    exchange(2000, ROOM);
    exchange(50, ROOM);
    exchange(50, 60);
    MPIPROF_END("halo");
}

static void barrier(void)
{
    CALL(MPI_Barrier, MPI_COMM_WORLD);
}

/* Nobody sends before the barrier, so that nothing is found. */
static void poll(void)
{
    MPI_Request requests[2];
    int flag;

    MPIPROF_BEGIN("poll");
    for (int i = 0; i < 3; i++)
        MPI_Iprobe(left, 999, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Irecv(room, 10, MPI_BYTE, left, 3, MPI_COMM_WORLD, &requests[0]);
    for (int i = 0; i < 2; i++)
        MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
    barrier();
    MPI_Isend(data, 10, MPI_BYTE, right, 3, MPI_COMM_WORLD, &requests[1]);
    MPIPROF_END("poll");
    expect("MPI_Iprobe", 3, 0, 0);
    expect("MPI_Irecv", 1, 0, 0);
    expect("MPI_Test", 2, 0, 0);
    expect("MPI_Isend", 1, 10, 0);
    finish(requests, 10);
}

static void wait_for(MPI_Request *request, uint64_t out)
{
    MOVES(out, 0, MPI_Wait, request, MPI_STATUS_IGNORE);
}

static void everybody(void)
{
    MPI_Request request;
    uint64_t all = 4 * (uint64_t)ranks;
    int value = 1, sum;

    MOVES(me == 0 ? all : 0, 4, MPI_Bcast, &value, 1, MPI_INT, 0,
          MPI_COMM_WORLD);
    MOVES(all, all, MPI_Allreduce, &value, &sum, 1, MPI_INT, MPI_SUM,
          MPI_COMM_WORLD);
    CALL(MPI_Ibarrier, MPI_COMM_WORLD, &request);
    wait_for(&request, 0);
}

static void persistent(void)
{
    MPI_Request requests[2];

    MPI_Recv_init(room, ROOM, MPI_BYTE, left, 4, MPI_COMM_WORLD,
                  &requests[0]);
    MPI_Send_init(data, 300, MPI_BYTE, right, 4, MPI_COMM_WORLD,
                  &requests[1]);
    expect("MPI_Recv_init", 1, 0, 0);
    expect("MPI_Send_init", 1, 0, 0);
    for (int i = 0; i < 3; i++) {
        MOVES(300, 0, MPI_Startall, 2, requests);
        finish(requests, 300);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    expect("MPI_Request_free", 2, 0, 0);
}

/* Started outside of a region and completed inside, and the other way. */
static void across(void)
{
    MPI_Request requests[2];

    start(requests, 16, 16);
    MPIPROF_BEGIN("late");
    finish(requests, 16);
    MPIPROF_END("late");
    MPIPROF_BEGIN("early");
    start(requests, 16, 16);
    MPIPROF_END("early");
    finish(requests, 16);
}

static void blocking(void)
{
    for (int turn = 0; turn < 2; turn++)
        if (me % 2 == turn)
            MPI_Send(data, 1500, MPI_BYTE, right, 5, MPI_COMM_WORLD);
        else
            MPI_Recv(room, ROOM, MPI_BYTE, left, 5, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    expect("MPI_Send", 1, 1500, 0);
    expect("MPI_Recv", 1, 0, 1500);
}

static void cancelled(void)
{
    MPI_Request request;

    MPI_Irecv(room, ROOM, MPI_BYTE, left, 998, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    expect("MPI_Irecv", 1, 0, 0);
    expect("MPI_Cancel", 1, 0, 0);
    wait_for(&request, 0);
}

/* ---- windows, files, communicators ---- */

static void one_sided(void)
{
    MPI_Win window;
    char *memory;

    CALL(MPI_Win_allocate, 8000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
         &window);
    MPI_Win_fence(0, window);
    MPI_Put(data, 64, MPI_BYTE, right, 0, 64, MPI_BYTE, window);
    MPI_Put(data, 8000, MPI_BYTE, right, 0, 8000, MPI_BYTE, window);
    expect("MPI_Put", 2, 8064, 0);
    MPI_Win_fence(0, window);
    expect("MPI_Win_fence", 2, 0, 0);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, window);
    MPI_Get(room, 16, MPI_BYTE, right, 0, 16, MPI_BYTE, window);
    MPI_Win_unlock(right, window);
    expect("MPI_Win_lock", 1, 0, 0);
    expect("MPI_Get", 1, 0, 16);
    expect("MPI_Win_unlock", 1, 0, 0);
    CALL(MPI_Win_free, &window);
}

static void file(void)
{
    MPI_Request request;
    MPI_Offset at = 10000 * (MPI_Offset)me;
    MPI_File handle;

    CALL(MPI_File_open, MPI_COMM_WORLD, "filters.data",
         MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &handle);
    MPI_File_write_at(handle, at, data, 10, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_write_at(handle, at, data, 3000, MPI_BYTE, MPI_STATUS_IGNORE);
    expect("MPI_File_write_at", 2, 3010, 0);
    CALL(MPI_File_iwrite_at, handle, at, data, 3000, MPI_BYTE, &request);
    wait_for(&request, 3000);
    MOVES(10, 0, MPI_File_write_at_all, handle, at, data, 10, MPI_BYTE,
          MPI_STATUS_IGNORE);
    CALL(MPI_File_close, &handle);
}

static void communicator(void)
{
    MPI_Comm half;

    MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
    MPI_Comm_free(&half);
    expect("MPI_Comm_split", 1, 0, 0);
    expect("MPI_Comm_free", 1, 0, 0);
}

EXPECT_MAIN(2, 2)
{
    MPIPROF_BEGIN("main");
    for (int i = 0; i < STEPS; i++) {
        MPIPROF_BEGIN("step");
        halo();
        poll();
        everybody();
        MPIPROF_END("step");
    }
    persistent();
    across();
    blocking();
    cancelled();
    MPIPROF_BEGIN("objects");
    one_sided();
    file();
    communicator();
    MPIPROF_END("objects");
    MPIPROF_END("main");
}
