/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * collectives.c - every collective, with known counts and bytes.
 *
 *     mpiexec -n 3 ./collectives PREFIX
 *
 * Each is called in its blocking and its nonblocking form, on
 * MPI_COMM_WORLD, on a duplicate, on halves of it and with MPI_IN_PLACE.
 * With P members, me of them and b bytes, bytes out / in are:
 *   Bcast, Scatter      root P b / b, others 0 / b
 *   Gather, Reduce      root b / P b, others b / 0
 *   Allreduce ...       P b / P b; Scan (P - me) b / (me + 1) b
 * and MPI_IN_PLACE drops the own share.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "expect_main.h"

#define MOST 16 /* ranks */
#define N 10    /* numbers in the calls with one count */

/* A communicator, and the counts and places of the v and w calls in it. */
struct group {
    MPI_Comm comm;
    int size, me, root;
    int counts[MOST], places[MOST]; /* member i has 2 + i numbers */
    int same[MOST];                 /* N numbers from and to each */
    int byte_places[MOST];
    MPI_Datatype types[MOST];
    uint64_t own, total;            /* bytes of counts[me], of all counts */
};

static const uint64_t b = N * sizeof(int);
static int data[MOST * 64], room[MOST * 64];

static void finish(MPI_Request *request)
{
    CALL(MPI_Wait, request, MPI_STATUS_IGNORE);
}

/* Calls a collective in both forms. */
#define BOTH(blocking, nonblocking, out, in, ...)      \
    do {                                               \
        MPI_Request request;                           \
                                                       \
        MPI_##blocking(__VA_ARGS__);                   \
        expect("MPI_" #blocking, 1, (out), (in));      \
        MPI_##nonblocking(__VA_ARGS__, &request);      \
        expect("MPI_" #nonblocking, 1, (out), (in));   \
        finish(&request);                              \
    } while (0)

static void group_init(struct group *g, MPI_Comm comm)
{
    g->comm = comm;
    MPI_Comm_size(comm, &g->size);
    MPI_Comm_rank(comm, &g->me);
    g->root = g->size - 1;
    g->total = 0;
    for (int i = 0; i < g->size; i++) {
        g->counts[i] = 2 + i;
        g->places[i] = (int)(g->total / sizeof(int));
        g->total += (uint64_t)g->counts[i] * sizeof(int);
        g->same[i] = N;
        g->byte_places[i] = i * N * (int)sizeof(int);
        g->types[i] = MPI_INT;
    }
    g->own = (uint64_t)g->counts[g->me] * sizeof(int);
}

/* ---- one root ---- */

static void one_root(const struct group *g)
{
    bool root = g->me == g->root;
    uint64_t all = (uint64_t)g->size * b;

    BOTH(Bcast, Ibcast, root ? all : 0, b, data, N, MPI_INT, g->root, g->comm);
    BOTH(Scatter, Iscatter, root ? all : 0, b, data, N, MPI_INT, room, N,
         MPI_INT, g->root, g->comm);
    BOTH(Scatterv, Iscatterv, root ? g->total : 0, g->own, data, g->counts,
         g->places, MPI_INT, room, g->counts[g->me], MPI_INT, g->root,
         g->comm);
    BOTH(Gather, Igather, b, root ? all : 0, data, N, MPI_INT, room, N,
         MPI_INT, g->root, g->comm);
    BOTH(Gatherv, Igatherv, g->own, root ? g->total : 0, data,
         g->counts[g->me], MPI_INT, room, g->counts, g->places, MPI_INT,
         g->root, g->comm);
    BOTH(Reduce, Ireduce, b, root ? all : 0, data, room, N, MPI_INT, MPI_MAX,
         g->root, g->comm);
}

/* What does not matter on the other ranks is wrong there on purpose. */
static void one_root_in_place(const struct group *g)
{
    bool root = g->me == g->root;
    uint64_t rest = (uint64_t)(g->size - 1) * b;
    void *in_place = root ? MPI_IN_PLACE : data;

    BOTH(Scatter, Iscatter, root ? rest : 0, root ? 0 : b, room,
         root ? N : -1, root ? MPI_INT : MPI_DATATYPE_NULL, in_place, N,
         MPI_INT, g->root, g->comm);
    BOTH(Scatterv, Iscatterv, root ? g->total - g->own : 0, root ? 0 : g->own,
         room, root ? g->counts : NULL, root ? g->places : NULL, MPI_INT,
         in_place, g->counts[g->me], MPI_INT, g->root, g->comm);
    BOTH(Gather, Igather, root ? 0 : b, root ? rest : 0, in_place, N, MPI_INT,
         room, root ? N : -1, root ? MPI_INT : MPI_DATATYPE_NULL, g->root,
         g->comm);
    BOTH(Gatherv, Igatherv, root ? 0 : g->own, root ? g->total - g->own : 0,
         in_place, g->counts[g->me], MPI_INT, room, root ? g->counts : NULL,
         root ? g->places : NULL, MPI_INT, g->root, g->comm);
    BOTH(Reduce, Ireduce, root ? 0 : b, root ? rest : 0, in_place, room, N,
         MPI_INT, MPI_SUM, g->root, g->comm);
}

/* ---- all to all ---- */

static void everybody(const struct group *g)
{
    uint64_t all = (uint64_t)g->size * b;
    uint64_t to_all = (uint64_t)g->size * g->own;

    BOTH(Allreduce, Iallreduce, all, all, data, room, N, MPI_INT, MPI_SUM,
         g->comm);
    BOTH(Allgather, Iallgather, all, all, data, N, MPI_INT, room, N, MPI_INT,
         g->comm);
    BOTH(Allgatherv, Iallgatherv, to_all, g->total, data, g->counts[g->me],
         MPI_INT, room, g->counts, g->places, MPI_INT, g->comm);
    BOTH(Alltoall, Ialltoall, all, all, data, N, MPI_INT, room, N, MPI_INT,
         g->comm);
    BOTH(Reduce_scatter, Ireduce_scatter, g->total, to_all, data, room,
         g->counts, MPI_INT, MPI_SUM, g->comm);
    BOTH(Reduce_scatter_block, Ireduce_scatter_block, all, all, data, room, N,
         MPI_INT, MPI_SUM, g->comm);
}

/* Member i sends i + 1 numbers to each, so receives j + 1 from member j. */
static void uneven(const struct group *g)
{
    int send_counts[MOST], receive_counts[MOST], places[MOST];
    uint64_t out, in;

    for (int i = 0; i < g->size; i++) {
        send_counts[i] = g->me + 1;
        receive_counts[i] = i + 1;
        places[i] = g->byte_places[i] / (int)sizeof(int);
    }
    out = (uint64_t)(g->size * (g->me + 1)) * sizeof(int);
    in = (uint64_t)(g->size * (g->size + 1) / 2) * sizeof(int);
    BOTH(Alltoallv, Ialltoallv, out, in, data, send_counts, places, MPI_INT,
         room, receive_counts, places, MPI_INT, g->comm);
    BOTH(Alltoallw, Ialltoallw, out, in, data, send_counts, g->byte_places,
         g->types, room, receive_counts, g->byte_places, g->types, g->comm);
}

static void everybody_in_place(const struct group *g)
{
    uint64_t rest = (uint64_t)(g->size - 1) * b;
    uint64_t to_rest = (uint64_t)(g->size - 1) * g->own;
    int places[MOST];

    for (int i = 0; i < g->size; i++)
        places[i] = i * N;
    BOTH(Allreduce, Iallreduce, rest, rest, MPI_IN_PLACE, room, N, MPI_INT,
         MPI_SUM, g->comm);
    BOTH(Allgather, Iallgather, rest, rest, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL,
         room, N, MPI_INT, g->comm);
    BOTH(Allgatherv, Iallgatherv, to_rest, g->total - g->own, MPI_IN_PLACE, 0,
         MPI_DATATYPE_NULL, room, g->counts, g->places, MPI_INT, g->comm);
    BOTH(Alltoall, Ialltoall, rest, rest, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL,
         room, N, MPI_INT, g->comm);
    BOTH(Alltoallv, Ialltoallv, rest, rest, MPI_IN_PLACE, NULL, NULL,
         MPI_DATATYPE_NULL, room, g->same, places, MPI_INT, g->comm);
    BOTH(Alltoallw, Ialltoallw, rest, rest, MPI_IN_PLACE, NULL, NULL, NULL,
         room, g->same, g->byte_places, g->types, g->comm);
    BOTH(Reduce_scatter, Ireduce_scatter, g->total - g->own, to_rest,
         MPI_IN_PLACE, room, g->counts, MPI_INT, MPI_SUM, g->comm);
    BOTH(Reduce_scatter_block, Ireduce_scatter_block, rest, rest, MPI_IN_PLACE,
         room, N, MPI_INT, MPI_SUM, g->comm);
}

static void scans(const struct group *g)
{
    uint64_t before = (uint64_t)g->me * b;
    uint64_t after = (uint64_t)(g->size - 1 - g->me) * b;

    BOTH(Scan, Iscan, after + b, before + b, data, room, N, MPI_INT, MPI_SUM,
         g->comm);
    BOTH(Scan, Iscan, after, before, MPI_IN_PLACE, room, N, MPI_INT, MPI_SUM,
         g->comm);
    BOTH(Exscan, Iexscan, after, before, data, room, N, MPI_INT, MPI_SUM,
         g->comm);
}

/* ---- neighbours: the members in a ring, each has two ---- */

static void neighbours_in(const struct group *g)
{
    static int data_counts[2] = { 3, 4 }, room_counts[2] = { 4, 3 };
    static int places[2] = { 0, 100 };
    static MPI_Aint byte_places[2] = { 0, 100 * sizeof(int) };
    uint64_t seven = 7 * sizeof(int);

    BOTH(Neighbor_allgather, Ineighbor_allgather, 2 * b, 2 * b, data, N,
         MPI_INT, room, N, MPI_INT, g->comm);
    BOTH(Neighbor_allgatherv, Ineighbor_allgatherv, 2 * b, 2 * b, data, N,
         MPI_INT, room, g->same, places, MPI_INT, g->comm);
    BOTH(Neighbor_alltoall, Ineighbor_alltoall, 2 * b, 2 * b, data, N, MPI_INT,
         room, N, MPI_INT, g->comm);
    BOTH(Neighbor_alltoallv, Ineighbor_alltoallv, seven, seven, data,
         data_counts, places, MPI_INT, room, room_counts, places, MPI_INT,
         g->comm);
    BOTH(Neighbor_alltoallw, Ineighbor_alltoallw, seven, seven, data,
         data_counts, byte_places, g->types, room, room_counts, byte_places,
         g->types, g->comm);
}

static void ring(void)
{
    int size, periodic = 1;
    struct group g;
    MPI_Comm comm;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CALL(MPI_Cart_create, MPI_COMM_WORLD, 1, &size, &periodic, 0, &comm);
    group_init(&g, comm);
    neighbours_in(&g);
    CALL(MPI_Comm_free, &comm);
}

/* A grid with edges: the members at its ends have one neighbour less, whose
 * counts do not count. */
static void neighbours_in_line(const struct group *g)
{
    static int data_counts[2] = { 3, 4 }, room_counts[2] = { 4, 3 };
    static int places[2] = { 0, 100 };
    uint64_t before = g->me > 0;
    uint64_t after = g->me < g->size - 1;
    uint64_t all = (before + after) * b;
    uint64_t out = (3 * before + 4 * after) * sizeof(int);
    uint64_t in = (4 * before + 3 * after) * sizeof(int);

    BOTH(Neighbor_allgather, Ineighbor_allgather, all, all, data, N, MPI_INT,
         room, N, MPI_INT, g->comm);
    BOTH(Neighbor_allgatherv, Ineighbor_allgatherv, all, all, data, N,
         MPI_INT, room, g->same, places, MPI_INT, g->comm);
    BOTH(Neighbor_alltoall, Ineighbor_alltoall, all, all, data, N, MPI_INT,
         room, N, MPI_INT, g->comm);
    BOTH(Neighbor_alltoallv, Ineighbor_alltoallv, out, in, data, data_counts,
         places, MPI_INT, room, room_counts, places, MPI_INT, g->comm);
}

static void line(void)
{
    int size, periodic = 0;
    struct group g;
    MPI_Comm comm;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CALL(MPI_Cart_create, MPI_COMM_WORLD, 1, &size, &periodic, 0, &comm);
    group_init(&g, comm);
    neighbours_in_line(&g);
    CALL(MPI_Comm_free, &comm);
}

/* Everybody sends to member 0, which sends to nobody else. */
static void star(void)
{
    int rank, size, center = 0, everyone[MOST], weights[MOST];
    uint64_t in;
    MPI_Comm comm;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < size; i++) {
        everyone[i] = i;
        weights[i] = 1;
    }
    CALL(MPI_Dist_graph_create_adjacent,  MPI_COMM_WORLD, rank == 0 ? size : 0,
         everyone, weights, 1, &center, weights, MPI_INFO_NULL, 0, &comm);
    in = rank == 0 ? (uint64_t)size * b : 0;
    BOTH(Neighbor_allgather, Ineighbor_allgather, b, in, data, N, MPI_INT,
         room, N, MPI_INT, comm);
    BOTH(Neighbor_alltoall, Ineighbor_alltoall, b, in, data, N, MPI_INT, room,
         N, MPI_INT, comm);
    CALL(MPI_Comm_free, &comm);
}

/* ---- communicators ---- */

static void all_in(MPI_Comm comm)
{
    struct group g;

    group_init(&g, comm);
    BOTH(Barrier, Ibarrier, 0, 0, comm);
    one_root(&g);
    one_root_in_place(&g);
    everybody(&g);
    everybody_in_place(&g);
    uneven(&g);
    scans(&g);
}

static void some_in(MPI_Comm comm)
{
    struct group g;

    group_init(&g, comm);
    one_root(&g);
    everybody(&g);
    CALL(MPI_Comm_free, &comm);
}

EXPECT_MAIN(1, MOST)
{
    MPI_Request request;
    MPI_Comm comm;
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    all_in(MPI_COMM_WORLD);
    all_in(MPI_COMM_SELF);
    CALL(MPI_Comm_dup, MPI_COMM_WORLD, &comm);
    some_in(comm);
    CALL(MPI_Comm_split, MPI_COMM_WORLD, rank % 2, 0, &comm);
    some_in(comm);
    CALL(MPI_Comm_idup, MPI_COMM_WORLD, &comm, &request);
    finish(&request);
    some_in(comm);
    ring();
    line();
    star();
}
