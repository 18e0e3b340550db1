/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rma.c - windows of every kind and all one-sided calls, with known counts
 * and bytes.
 *
 *     mpiexec -n 3 ./rma PREFIX      (2 ranks or more)
 *
 * Each rank works on the window of its right neighbour.  Out is what the
 * origin gives, in what comes back; it counts at the call that starts.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "expect_main.h"

#define ROOM 1000
#define BYTES(count) ((uint64_t)(count) * sizeof(int))

static int data[ROOM], result[ROOM];

/* ---- the calls, each beside what it must count ---- */

static void fence(MPI_Win win)
{
    CALL(MPI_Win_fence, 0, win);
}

static void lock(MPI_Win win)
{
    CALL(MPI_Win_lock, MPI_LOCK_EXCLUSIVE, right, 0, win);
}

static void unlock(MPI_Win win)
{
    CALL(MPI_Win_unlock, right, win);
}

static void wait_for(MPI_Request *request)
{
    CALL(MPI_Wait, request, MPI_STATUS_IGNORE);
}

static void put(MPI_Win win, int target, int count)
{
    MOVES(target == MPI_PROC_NULL ? 0 : BYTES(count), 0, MPI_Put, data, count,
          MPI_INT, target, 0, count, MPI_INT, win);
}

static void get(MPI_Win win, int target, int count)
{
    MOVES(0, target == MPI_PROC_NULL ? 0 : BYTES(count), MPI_Get, result, count,
          MPI_INT, target, 0, count, MPI_INT, win);
}

static void accumulate(MPI_Win win, int count)
{
    MOVES(BYTES(count), 0, MPI_Accumulate, data, count, MPI_INT, right, 0,
          count, MPI_INT, MPI_SUM, win);
}

static void release(MPI_Win *win)
{
    CALL(MPI_Win_free, win);
}

/* ---- windows ---- */

static void created(void)
{
    int *memory = calloc(ROOM, sizeof *memory);
    MPI_Win win;

    CALL(MPI_Win_create, memory, ROOM * sizeof *memory, sizeof(int),
         MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    CALL(MPI_Win_set_name, win, "halo window");
    fence(win);
    put(win, right, 10);
    put(win, MPI_PROC_NULL, 10);
    fence(win);
    get(win, right, 20);
    get(win, MPI_PROC_NULL, 20);
    fence(win);
    accumulate(win, 30);
    fence(win);
    release(&win);
    free(memory);
}

/* Post, start, complete, wait with the two neighbours. */
static void by_groups(MPI_Win win)
{
    MPI_Group world, to, from;
    int flag = 0;

    CALL(MPI_Comm_group, MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &right, &to);
    MPI_Group_incl(world, 1, &left, &from);
    expect("MPI_Group_incl", 2, 0, 0);
    CALL(MPI_Win_post, from, 0, win);
    CALL(MPI_Win_start, to, 0, win);
    put(win, right, 5);
    CALL(MPI_Win_complete, win);
    if (me == 0)
        CALL(MPI_Win_wait, win);
    while (me > 0 && !flag)
        CALL(MPI_Win_test, win, &flag);
    MPI_Group_free(&world);
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    expect("MPI_Group_free", 3, 0, 0);
}

/* One value at a time, and what comes back with it. */
static void atomics(MPI_Win win)
{
    int nothing = 0, value = 1, old;

    lock(win);
    MOVES(BYTES(7), BYTES(7), MPI_Get_accumulate, data, 7, MPI_INT, result, 7,
          MPI_INT, right, 0, 7, MPI_INT, MPI_SUM, win);
    MOVES(0, BYTES(8), MPI_Get_accumulate, NULL, 0, MPI_INT, result, 8, MPI_INT,
          right, 0, 8, MPI_INT, MPI_NO_OP, win);
    MOVES(BYTES(1), BYTES(1), MPI_Fetch_and_op, &value, &old, MPI_INT, right, 0,
          MPI_SUM, win);
    CALL(MPI_Win_flush_local, right, win);
    MOVES(BYTES(1), BYTES(1), MPI_Compare_and_swap, &value, &nothing, &old,
          MPI_INT, right, 0, win);
    CALL(MPI_Win_flush, right, win);
    unlock(win);
}

static void with_requests(MPI_Win win)
{
    MPI_Request request;

    CALL(MPI_Win_lock_all, 0, win);
    MOVES(BYTES(11), 0, MPI_Rput, data, 11, MPI_INT, right, 0, 11, MPI_INT, win,
          &request);
    wait_for(&request);
    MOVES(0, BYTES(12), MPI_Rget, result, 12, MPI_INT, right, 0, 12, MPI_INT,
          win, &request);
    wait_for(&request);
    MOVES(BYTES(13), 0, MPI_Raccumulate, data, 13, MPI_INT, right, 0, 13,
          MPI_INT, MPI_SUM, win, &request);
    wait_for(&request);
    MOVES(BYTES(14), BYTES(14), MPI_Rget_accumulate, data, 14, MPI_INT, result,
          14, MPI_INT, right, 0, 14, MPI_INT, MPI_SUM, win, &request);
    wait_for(&request);
    CALL(MPI_Win_flush_all, win);
    CALL(MPI_Win_flush_local_all, win);
    CALL(MPI_Win_unlock_all, win);
}

static void allocated(void)
{
    MPI_Win win;
    int *memory;

    CALL(MPI_Win_allocate, ROOM * sizeof(int), sizeof(int), MPI_INFO_NULL,
         MPI_COMM_WORLD, &memory, &win);
    by_groups(win);
    CALL(MPI_Barrier, MPI_COMM_WORLD);
    atomics(win);
    CALL(MPI_Barrier, MPI_COMM_WORLD);
    with_requests(win);
    release(&win);
}

static void shared(void)
{
    MPI_Win win;
    MPI_Aint size;
    int *memory, unit;

    CALL(MPI_Win_allocate_shared, ROOM * sizeof(int), sizeof(int),
         MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    CALL(MPI_Win_shared_query, win, right, &size, &unit, &memory);
    lock(win);
    put(win, right, 6);
    CALL(MPI_Win_sync, win);
    unlock(win);
    release(&win);
}

/* Two ranks of a communicator of its own, the last two in reverse order. */
static void dynamic(void)
{
    MPI_Comm pair;
    MPI_Win win;
    MPI_Aint mine, theirs;
    int size;

    CALL(MPI_Comm_split, MPI_COMM_WORLD, me >= ranks - 2, -me, &pair);
    CALL(MPI_Win_create_dynamic, MPI_INFO_NULL, pair, &win);
    CALL(MPI_Win_attach, win, result, sizeof result);
    MPI_Get_address(result, &mine);
    MPI_Comm_size(pair, &size);
    MOVES(size * sizeof mine, size * sizeof mine, MPI_Allreduce, &mine, &theirs,
          1, MPI_AINT, MPI_SUM, pair);
    fence(win);
    if (me == ranks - 1) { /* to rank ranks - 2, the other of the pair */
        MPI_Put(data, 9, MPI_INT, 1, theirs - mine, 9, MPI_INT, win);
        expect("MPI_Put", 1, BYTES(9), 0);
    }
    fence(win);
    CALL(MPI_Win_detach, win, result);
    release(&win);
    CALL(MPI_Comm_free, &pair);
}

/* A type with holes: only what is in it counts, also after its end. */
static void strided(void)
{
    MPI_Datatype odd;
    MPI_Win win;
    int *memory;

    CALL(MPI_Type_vector, 4, 1, 2, MPI_INT, &odd);
    CALL(MPI_Type_commit, &odd);
    CALL(MPI_Win_allocate, ROOM * sizeof(int), sizeof(int), MPI_INFO_NULL,
         MPI_COMM_WORLD, &memory, &win);
    fence(win);
    MOVES(BYTES(8), 0, MPI_Put, data, 2, odd, right, 0, 2, odd, win);
    CALL(MPI_Type_free, &odd);
    fence(win);
    release(&win);
}

EXPECT_MAIN(2, MOST_RANKS)
{
    created();
    allocated();
    shared();
    dynamic();
    strided();
}
