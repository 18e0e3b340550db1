/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_persistent.c - persistent and partitioned communication, and
 * collectives among neighbours: every procedure, with the bytes of each call.
 * A persistent call moves its bytes at each MPI_Start.
 * What MPI 4 calls MPI_..._init, Open MPI 4.1 calls MPIX_..._init:
 * odd-bytes: all */
#include "odd.h"

#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

#define WORLD MPI_COMM_WORLD
#define MOST 16 /* ranks */
#define INTS(count) ((long long)(count) * (long long)sizeof(int))
#define P odd_ranks

#if MPI_VERSION >= 4
#define INIT(name) MPI_##name##_init
#define HAVE_INIT 1
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define INIT(name) MPIX_##name##_init
#define HAVE_INIT 1
#endif

static int data[4 * MOST], room[4 * MOST];
static int counts[MOST], starts[MOST], bytes[MOST];
static MPI_Datatype types[MOST];

/* Member i has 2 + i numbers of its own place. */
static void fill(void)
{
    for (int i = 0; i < MOST; i++) {
        counts[i] = 2 + i;
        starts[i] = i == 0 ? 0 : starts[i - 1] + counts[i - 1];
        bytes[i] = (int)INTS(starts[i]);
        types[i] = MPI_INT;
    }
    for (int i = 0; i < COUNT_OF(data); i++) {
        data[i] = 100 * odd_rank + i;
        room[i] = -1;
    }
}

/* Numbers of the first n members. */
static int numbers(int n)
{
    return n * 2 + n * (n - 1) / 2;
}

/* Twice, and away with it. */
static void run(MPI_Request *request, long long out, long long in)
{
    for (int i = 0; i < 2; i++) {
        MOVES(INTS(out), INTS(in), MPI_Start, request);
        CALL(MPI_Wait, request, MPI_STATUS_IGNORE);
    }
    CALL(MPI_Request_free, request);
}

#ifdef HAVE_INIT
static bool at_root(void)
{
    return odd_rank == 0;
}

/* MPICH 4.0 does not always wait for the root of these: a job ends with
 * them. */
JOB(rooted, 2, 0)
{
    MPI_Request request;
    int mine, all;

    odd_init();
    fill();
    mine = 2 + odd_rank;
    all = numbers(P);
    CALL_OF(INIT(Bcast), data, 3, MPI_INT, 0, WORLD, MPI_INFO_NULL, &request);
    run(&request, at_root() ? 3 * P : 0, 3);
    CALL_OF(INIT(Gather), data, 2, MPI_INT, room, 2, MPI_INT, 0, WORLD,
            MPI_INFO_NULL, &request);
    run(&request, 2, at_root() ? 2 * P : 0);
    CALL_OF(INIT(Gatherv), data, mine, MPI_INT, room, counts, starts,
            MPI_INT, 0, WORLD, MPI_INFO_NULL, &request);
    run(&request, mine, at_root() ? all : 0);
    CALL_OF(INIT(Scatter), data, 2, MPI_INT, room, 2, MPI_INT, 0, WORLD,
            MPI_INFO_NULL, &request);
    run(&request, at_root() ? 2 * P : 0, 2);
    CALL_OF(INIT(Scatterv), data, counts, starts, MPI_INT, room, mine,
            MPI_INT, 0, WORLD, MPI_INFO_NULL, &request);
    run(&request, at_root() ? all : 0, mine);
    CALL_OF(INIT(Reduce), data, room, 5, MPI_INT, MPI_SUM, 0, WORLD,
            MPI_INFO_NULL, &request);
    run(&request, 5, at_root() ? 5 * P : 0);
    odd_finalize();
}

CASE(from_all_to_all)
{
    MPI_Request request;
    int mine = 2 + odd_rank, all = numbers(P);

    fill();
    CALL_OF(INIT(Barrier), WORLD, MPI_INFO_NULL, &request);
    run(&request, 0, 0);
    CALL_OF(INIT(Allgather), data, 2, MPI_INT, room, 2, MPI_INT, WORLD,
            MPI_INFO_NULL, &request);
    run(&request, 2 * P, 2 * P);
    CALL_OF(INIT(Allgatherv), data, mine, MPI_INT, room, counts, starts,
            MPI_INT, WORLD, MPI_INFO_NULL, &request);
    run(&request, mine * P, all);
    CHECK(room[2] == 100);
    CALL_OF(INIT(Alltoall), data, 2, MPI_INT, room, 2, MPI_INT, WORLD,
            MPI_INFO_NULL, &request);
    run(&request, 2 * P, 2 * P);
}

/* Rank j sends 2 + i numbers to rank i. */
CASE(uneven)
{
    int mine[MOST], places[MOST], byte_places[MOST];
    MPI_Request request;

    fill();
    for (int i = 0; i < MOST; i++) {
        mine[i] = 2 + odd_rank;
        places[i] = i * mine[i];
        byte_places[i] = (int)INTS(places[i]);
    }
    CALL_OF(INIT(Alltoallv), data, counts, starts, MPI_INT, room, mine,
            places, MPI_INT, WORLD, MPI_INFO_NULL, &request);
    run(&request, numbers(P), P * (2 + odd_rank));
    CALL_OF(INIT(Alltoallw), data, counts, bytes, types, room, mine,
            byte_places, types, WORLD, MPI_INFO_NULL, &request);
    run(&request, numbers(P), P * (2 + odd_rank));
    CHECK(room[0] == starts[odd_rank]);
}

CASE(reductions)
{
    MPI_Request request;

    fill();
    CALL_OF(INIT(Allreduce), data, room, 5, MPI_INT, MPI_SUM, WORLD,
            MPI_INFO_NULL, &request);
    run(&request, 5 * P, 5 * P);
    CALL_OF(INIT(Reduce_scatter), data, room, counts, MPI_INT, MPI_SUM,
            WORLD, MPI_INFO_NULL, &request);
    run(&request, numbers(P), P * (2 + odd_rank));
    CALL_OF(INIT(Reduce_scatter_block), data, room, 3, MPI_INT, MPI_SUM,
            WORLD, MPI_INFO_NULL, &request);
    run(&request, 3 * P, 3 * P);
    CALL_OF(INIT(Scan), data, room, 4, MPI_INT, MPI_SUM, WORLD,
            MPI_INFO_NULL, &request);
    run(&request, 4 * (P - odd_rank), 4 * (odd_rank + 1));
    CALL_OF(INIT(Exscan), data, room, 4, MPI_INT, MPI_SUM, WORLD,
            MPI_INFO_NULL, &request);
    run(&request, 4 * (P - odd_rank - 1), 4 * odd_rank);
}

/* The own share stays where it is. */
CASE(in_place)
{
    MPI_Request request;

    fill();
    CALL_OF(INIT(Allreduce), MPI_IN_PLACE, room, 5, MPI_INT, MPI_SUM, WORLD,
            MPI_INFO_NULL, &request);
    run(&request, 5 * (P - 1), 5 * (P - 1));
    CALL_OF(INIT(Allgather), MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, room, 2,
            MPI_INT, WORLD, MPI_INFO_NULL, &request);
    run(&request, 2 * (P - 1), 2 * (P - 1));
}

/* A ring, where all have two neighbours. */
CASE(neighbours)
{
    int periodic = 1, two[2] = { 3, 4 }, places[2] = { 0, 4 };
    MPI_Aint far[2] = { 0, 16 };
    MPI_Request request;
    MPI_Comm ring;

    fill();
    CALL(MPI_Cart_create, WORLD, 1, &odd_ranks, &periodic, 0, &ring);
    CALL_OF(INIT(Neighbor_allgather), data, 3, MPI_INT, room, 3, MPI_INT,
            ring, MPI_INFO_NULL, &request);
    run(&request, 6, 6);
    CALL_OF(INIT(Neighbor_allgatherv), data, 3, MPI_INT, room,
            (int[]){ 3, 3 }, places, MPI_INT, ring, MPI_INFO_NULL, &request);
    run(&request, 6, 6);
    CALL_OF(INIT(Neighbor_alltoall), data, 3, MPI_INT, room, 3, MPI_INT,
            ring, MPI_INFO_NULL, &request);
    run(&request, 6, 6);
    CALL_OF(INIT(Neighbor_alltoallv), data, two, places, MPI_INT, room,
            (int[]){ 4, 3 }, places, MPI_INT, ring, MPI_INFO_NULL, &request);
    run(&request, 7, 7);
    CALL_OF(INIT(Neighbor_alltoallw), data, two, far, types, room,
            (int[]){ 4, 3 }, far, types, ring, MPI_INFO_NULL, &request);
    run(&request, 7, 7);
    CHECK(room[0] == 100 * LEFT + 4);
    CALL(MPI_Comm_free, &ring);
}
#else
ABSENT(persistent_collectives, "no persistent collectives in mpi.h")
#endif

/* ---- the same neighbours without persistence ---- */

CASE(neighbours_at_once)
{
    int periodic = 1, two[2] = { 3, 4 }, places[2] = { 0, 4 };
    int back[2] = { 4, 3 };
    MPI_Aint far[2] = { 0, 16 };
    MPI_Comm ring;

    fill();
    CALL(MPI_Cart_create, WORLD, 1, &odd_ranks, &periodic, 0, &ring);
    MOVES(INTS(6), INTS(6), MPI_Neighbor_allgather, data, 3, MPI_INT, room, 3,
          MPI_INT, ring);
    MOVES(INTS(6), INTS(6), MPI_Neighbor_allgatherv, data, 3, MPI_INT, room,
          ((int[]){ 3, 3 }), places, MPI_INT, ring);
    MOVES(INTS(6), INTS(6), MPI_Neighbor_alltoall, data, 3, MPI_INT, room, 3,
          MPI_INT, ring);
    MOVES(INTS(7), INTS(7), MPI_Neighbor_alltoallv, data, two, places,
          MPI_INT, room, back, places, MPI_INT, ring);
    MOVES(INTS(7), INTS(7), MPI_Neighbor_alltoallw, data, two, far, types,
          room, back, far, types, ring);
    CALL(MPI_Comm_free, &ring);
}

/* From the first to all others: in and out differ. */
CASE(one_way)
{
    int first = odd_rank == 0, sources[1] = { 0 }, to[MOST];
    MPI_Comm graph;

    fill();
    for (int i = 0; i < MOST; i++)
        to[i] = i + 1;
    CALL(MPI_Dist_graph_create_adjacent, WORLD, !first, sources,
         MPI_UNWEIGHTED, first ? P - 1 : 0, to, MPI_UNWEIGHTED,
         MPI_INFO_NULL, 0, &graph);
    MOVES(first ? INTS(5 * (P - 1)) : 0, first ? 0 : INTS(5),
          MPI_Neighbor_alltoall, data, 5, MPI_INT, room, 5, MPI_INT, graph);
    CALL(MPI_Comm_free, &graph);
}

CASE(neighbours_without_waiting)
{
    int periodic = 1, two[2] = { 3, 4 }, places[2] = { 0, 4 };
    int back[2] = { 4, 3 };
    MPI_Aint far[2] = { 0, 16 };
    static int rooms[5][MOST];
    MPI_Request all[5];
    MPI_Comm ring;

    fill();
    CALL(MPI_Cart_create, WORLD, 1, &odd_ranks, &periodic, 0, &ring);
    MOVES(INTS(6), INTS(6), MPI_Ineighbor_allgather, data, 3, MPI_INT,
          rooms[0], 3, MPI_INT, ring, &all[0]);
    MOVES(INTS(6), INTS(6), MPI_Ineighbor_allgatherv, data, 3, MPI_INT,
          rooms[1], (int[]){ 3, 3 }, places, MPI_INT, ring, &all[1]);
    MOVES(INTS(6), INTS(6), MPI_Ineighbor_alltoall, data, 3, MPI_INT,
          rooms[2], 3, MPI_INT, ring, &all[2]);
    MOVES(INTS(7), INTS(7), MPI_Ineighbor_alltoallv, data, two, places,
          MPI_INT, rooms[3], back, places, MPI_INT, ring, &all[3]);
    MOVES(INTS(7), INTS(7), MPI_Ineighbor_alltoallw, data, two, far, types,
          rooms[4], back, far, types, ring, &all[4]);
    CALL(MPI_Waitall, 5, all, MPI_STATUSES_IGNORE);
    CALL(MPI_Comm_free, &ring);
}

/* ---- arguments that hold only at the root ---- */

/* Nobody may look at them. */
#define NOWHERE ((void *)8)
#define NO_TYPE MPI_DATATYPE_NULL

static void elsewhere(int mine)
{
    MOVES(INTS(mine), 0, MPI_Gatherv, data, mine, MPI_INT, NOWHERE, NOWHERE,
          NOWHERE, NO_TYPE, 0, WORLD);
    MOVES(0, INTS(mine), MPI_Scatterv, NOWHERE, NOWHERE, NOWHERE, NO_TYPE,
          room, mine, MPI_INT, 0, WORLD);
    MOVES(INTS(2), 0, MPI_Gather, data, 2, MPI_INT, NOWHERE, -5, NO_TYPE, 0,
          WORLD);
    MOVES(0, INTS(2), MPI_Scatter, NOWHERE, -5, NO_TYPE, room, 2, MPI_INT, 0,
          WORLD);
    MOVES(INTS(2), 0, MPI_Reduce, data, NOWHERE, 2, MPI_INT, MPI_SUM, 0,
          WORLD);
}

CASE(root_only)
{
    int all = numbers(P);

    fill();
    if (odd_rank > 0) {
        elsewhere(2 + odd_rank);
        return;
    }
    MOVES(0, INTS(all - 2), MPI_Gatherv, MPI_IN_PLACE, -5, NO_TYPE, room,
          counts, starts, MPI_INT, 0, WORLD);
    MOVES(INTS(all - 2), 0, MPI_Scatterv, data, counts, starts, MPI_INT,
          MPI_IN_PLACE, -5, NO_TYPE, 0, WORLD);
    MOVES(0, INTS(2 * P - 2), MPI_Gather, MPI_IN_PLACE, -5, NO_TYPE, room, 2,
          MPI_INT, 0, WORLD);
    MOVES(INTS(2 * P - 2), 0, MPI_Scatter, data, 2, MPI_INT, MPI_IN_PLACE,
          -5, NO_TYPE, 0, WORLD);
    MOVES(0, INTS(2 * P - 2), MPI_Reduce, MPI_IN_PLACE, room, 2, MPI_INT,
          MPI_SUM, 0, WORLD);
}

/* ---- messages ---- */

CASE(messages)
{
    MPI_Request in, out;

    fill();
    CALL(MPI_Recv_init, room, MOST, MPI_INT, LEFT, 1, WORLD, &in);
    CALL(MPI_Send_init, data, 5, MPI_INT, RIGHT, 1, WORLD, &out);
    for (int i = 0; i < 3; i++) {
        CALL(MPI_Start, &in);
        MOVES(INTS(5), 0, MPI_Start, &out);
        MOVES(0, INTS(5), MPI_Wait, &in, MPI_STATUS_IGNORE);
        CALL(MPI_Wait, &out, MPI_STATUS_IGNORE);
    }
    CALL(MPI_Request_free, &in);
    CALL(MPI_Request_free, &out);
}

#if MPI_VERSION >= 4
/* As many bytes as partitions x count x size, at each start. */
CASE(partitions)
{
    MPI_Request all[2];
    int flag = 0;

    fill();
    CALL(MPI_Psend_init, data, 6, 2, MPI_INT, RIGHT, 2, WORLD, MPI_INFO_NULL,
         &all[0]);
    CALL(MPI_Precv_init, room, 4, 3, MPI_INT, LEFT, 2, WORLD, MPI_INFO_NULL,
         &all[1]);
    for (int round = 0; round < 2; round++) {
        MOVES(INTS(12), 0, MPI_Startall, 2, all);
        CALL(MPI_Pready, 5, all[0]);
        CALL(MPI_Pready_range, 0, 2, all[0]);
        CALL(MPI_Pready_list, 2, ((int[]){ 4, 3 }), all[0]);
        CALL(MPI_Parrived, all[1], 0, &flag);
        MOVES(0, INTS(12), MPI_Waitall, 2, all, MPI_STATUSES_IGNORE);
        CHECK(room[11] == 100 * LEFT + 11);
    }
    CALL(MPI_Request_free, &all[0]);
    CALL(MPI_Request_free, &all[1]);
}
#else
ABSENT(partitions, "MPI_Psend_init is not in mpi.h")
#endif
