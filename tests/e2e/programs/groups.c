/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * groups.c - intercommunicators and ranks that differ from the world's.
 *
 *     mpiexec -n 3 ./groups PREFIX    (2 ranks or more)
 *
 * Even and odd ranks of the world are the two sides.  Calls on an
 * intercommunicator go to the other side: with R members there and b bytes,
 * Bcast is R b / 0 at the root, 0 / 0 beside it and 0 / b on the other side,
 * Allgather and Allreduce are R b / R b, Barrier is 0 / 0.  Of Reduce_scatter with
 * blocks of b a member gives as many as its side has members and gets R.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "expect_main.h"

#define N 10
#define BYTES (N * sizeof(int))

static int side; /* even or odd */

/* The leader of a side is its member with the highest rank in the world. */
static void find_leaders(int leaders[2])
{
    leaders[0] = (ranks - 1) / 2 * 2;
    leaders[1] = (ranks - 2) / 2 * 2 + 1;
}

static MPI_Comm bridge_of(MPI_Comm own_side)
{
    int leaders[2];
    MPI_Comm bridge;

    find_leaders(leaders);
    CALL(MPI_Intercomm_create, own_side, 0, MPI_COMM_WORLD, leaders[1 - side],
         7, &bridge);
    return bridge;
}

/* The first of each side exchange, all ranks are those of the other side. */
static void point_to_point(MPI_Comm bridge, int me)
{
    int data[N] = { 0 }, room[N];

    if (me != 0)
        return;
    if (side == 0) {
        MOVES(BYTES, 0, MPI_Send, data, N, MPI_INT, 0, 1, bridge);
    } else {
        MOVES(0, BYTES, MPI_Recv, room, N, MPI_INT, MPI_ANY_SOURCE, 1, bridge,
              MPI_STATUS_IGNORE);
    }
}

static void broadcast(MPI_Comm bridge, int me, int others)
{
    int data[N] = { 0 };
    int root = side == 1 ? 0 : me == 0 ? MPI_ROOT : MPI_PROC_NULL;

    MPI_Bcast(data, N, MPI_INT, root, bridge);
    if (side == 1)
        expect("MPI_Bcast", 1, 0, BYTES);
    else
        expect("MPI_Bcast", 1, me == 0 ? (uint64_t)others * BYTES : 0, 0);
}

static void everybody(MPI_Comm bridge, int others)
{
    int data[N] = { 0 }, *room = malloc((size_t)others * BYTES);
    uint64_t all = (uint64_t)others * BYTES;

    MOVES(all, all, MPI_Allgather, data, N, MPI_INT, room, N, MPI_INT, bridge);
    MOVES(all, all, MPI_Allreduce, data, room, N, MPI_INT, MPI_SUM, bridge);
    CALL(MPI_Barrier, bridge);
    free(room);
}

/* Both sides reduce as many numbers: a side of few members has large blocks. */
static void scattered(MPI_Comm bridge, int others)
{
    int members, *counts, *data, *room;
    uint64_t block = (uint64_t)others * BYTES;

    MPI_Comm_size(bridge, &members);
    counts = malloc((size_t)members * sizeof(int));
    data = calloc((size_t)members, block);
    room = malloc(block);
    for (int i = 0; i < members; i++)
        counts[i] = others * N;
    MOVES((uint64_t)members * block, (uint64_t)others * block,
          MPI_Reduce_scatter, data, room, counts, MPI_INT, MPI_SUM, bridge);
    MOVES((uint64_t)members * block, (uint64_t)others * block,
          MPI_Reduce_scatter_block, data, room, others * N, MPI_INT, MPI_SUM,
          bridge);
    free(counts);
    free(data);
    free(room);
}

static void merged(MPI_Comm bridge)
{
    int data[N] = { 0 }, size, me;
    MPI_Comm all;

    CALL(MPI_Intercomm_merge, bridge, side, &all);
    MPI_Comm_size(all, &size);
    MPI_Comm_rank(all, &me);
    MOVES(me == 0 ? (uint64_t)size * BYTES : 0, BYTES, MPI_Bcast, data, N,
          MPI_INT, 0, all);
    CALL(MPI_Comm_free, &all);
}

EXPECT_MAIN(2, MOST_RANKS)
{
    MPI_Comm own_side, bridge;
    int here, others;

    side = me % 2;
    CALL(MPI_Comm_split, MPI_COMM_WORLD, side, -me, &own_side);
    bridge = bridge_of(own_side);
    MPI_Comm_rank(bridge, &here);
    CALL(MPI_Comm_remote_size, bridge, &others);
    point_to_point(bridge, here);
    broadcast(bridge, here, others);
    everybody(bridge, others);
    scattered(bridge, others);
    merged(bridge);
    MPI_Comm_free(&bridge);
    MPI_Comm_free(&own_side);
    expect("MPI_Comm_free", 2, 0, 0);
}
