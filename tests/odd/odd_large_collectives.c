/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_large_collectives.c - collectives with counts of type MPI_Count (MPI 4):
 * blocking, nonblocking and persistent, with the bytes of each call:
 * odd-bytes: all */
#include "odd.h"

#define WORLD MPI_COMM_WORLD
#define MOST 16 /* ranks */
#define P odd_ranks

#if MPI_VERSION >= 4
#define INTS(count) ((long long)(count) * (long long)sizeof(int))

static int data[8 * MOST], room[8 * MOST];
static MPI_Count counts[MOST], mine[MOST];
static MPI_Aint starts[MOST], places[MOST], bytes[MOST], byte_places[MOST];
static MPI_Datatype types[MOST];

/* Member i has 2 + i numbers of its own place; the same from or to each. */
static void fill(void)
{
    for (int i = 0; i < MOST; i++) {
        counts[i] = 2 + i;
        mine[i] = 2 + odd_rank;
        starts[i] = i == 0 ? 0 : starts[i - 1] + counts[i - 1];
        places[i] = i * mine[i];
        bytes[i] = INTS(starts[i]);
        byte_places[i] = INTS(places[i]);
        types[i] = MPI_INT;
    }
    for (int i = 0; i < COUNT_OF(data); i++) {
        data[i] = 100 * odd_rank + i;
        room[i] = -1;
    }
}

static int numbers(int n)
{
    return n * 2 + n * (n - 1) / 2;
}

static void finish(MPI_Request *request)
{
    CALL(MPI_Wait, request, MPI_STATUS_IGNORE);
}

static void run(MPI_Request *request, long long out, long long in)
{
    for (int i = 0; i < 2; i++) {
        MOVES(out, in, MPI_Start, request);
        finish(request);
    }
    CALL(MPI_Request_free, request);
}

/* The three forms of one collective; numbers out and in. */
#define FORMS(now, later, out, in, ...)                                     \
    do {                                                                    \
        MPI_Request request;                                                \
                                                                            \
        MOVES_OF(INTS(out), INTS(in), MPI_##now##_c, __VA_ARGS__);          \
        MOVES_OF(INTS(out), INTS(in), MPI_##later##_c, __VA_ARGS__,         \
                 &request);                                                 \
        finish(&request);                                                   \
        CALL_OF(MPI_##now##_init_c, __VA_ARGS__, MPI_INFO_NULL, &request);  \
        run(&request, INTS(out), INTS(in));                                 \
    } while (0)

/* A job of two: MPICH 4.0 loses its way with more in the persistent form. */
JOB(rooted, 2, 0)
{
    int root, own;

    odd_init();
    fill();
    root = odd_rank == 0;
    own = 2 + odd_rank;
    FORMS(Bcast, Ibcast, root ? 3 * P : 0, 3, data, 3, MPI_INT, 0, WORLD);
    FORMS(Gather, Igather, 2, root ? 2 * P : 0, data, 2, MPI_INT, room, 2,
          MPI_INT, 0, WORLD);
    FORMS(Gatherv, Igatherv, own, root ? numbers(P) : 0, data, own, MPI_INT,
          room, counts, starts, MPI_INT, 0, WORLD);
    FORMS(Scatter, Iscatter, root ? 2 * P : 0, 2, data, 2, MPI_INT, room, 2,
          MPI_INT, 0, WORLD);
    FORMS(Scatterv, Iscatterv, root ? numbers(P) : 0, own, data, counts,
          starts, MPI_INT, room, own, MPI_INT, 0, WORLD);
    FORMS(Reduce, Ireduce, 5, root ? 5 * P : 0, data, room, 5, MPI_INT,
          MPI_SUM, 0, WORLD);
    odd_finalize();
}

CASE(from_all_to_all)
{
    int own = 2 + odd_rank;

    fill();
    FORMS(Allgather, Iallgather, 2 * P, 2 * P, data, 2, MPI_INT, room, 2,
          MPI_INT, WORLD);
    FORMS(Allgatherv, Iallgatherv, own * P, numbers(P), data, own, MPI_INT,
          room, counts, starts, MPI_INT, WORLD);
    CHECK(room[2] == 100);
    FORMS(Alltoall, Ialltoall, 2 * P, 2 * P, data, 2, MPI_INT, room, 2,
          MPI_INT, WORLD);
    FORMS(Alltoallv, Ialltoallv, numbers(P), own * P, data, counts, starts,
          MPI_INT, room, mine, places, MPI_INT, WORLD);
    FORMS(Alltoallw, Ialltoallw, numbers(P), own * P, data, counts, bytes,
          types, room, mine, byte_places, types, WORLD);
    CHECK(room[0] == starts[odd_rank]);
}

CASE(reductions)
{
    fill();
    FORMS(Allreduce, Iallreduce, 5 * P, 5 * P, data, room, 5, MPI_INT,
          MPI_SUM, WORLD);
    FORMS(Reduce_scatter, Ireduce_scatter, numbers(P), P * (2 + odd_rank),
          data, room, counts, MPI_INT, MPI_SUM, WORLD);
    FORMS(Reduce_scatter_block, Ireduce_scatter_block, 3 * P, 3 * P, data,
          room, 3, MPI_INT, MPI_SUM, WORLD);
    FORMS(Scan, Iscan, 4 * (P - odd_rank), 4 * (odd_rank + 1), data, room, 4,
          MPI_INT, MPI_SUM, WORLD);
    FORMS(Exscan, Iexscan, 4 * (P - odd_rank - 1), 4 * odd_rank, data, room,
          4, MPI_INT, MPI_SUM, WORLD);
    CALL(MPI_Reduce_local_c, data, room, 1, MPI_INT, MPI_SUM);
}

CASE(in_place)
{
    fill();
    FORMS(Allreduce, Iallreduce, 5 * (P - 1), 5 * (P - 1), MPI_IN_PLACE,
          room, 5, MPI_INT, MPI_SUM, WORLD);
    FORMS(Allgather, Iallgather, 2 * (P - 1), 2 * (P - 1), MPI_IN_PLACE, 0,
          MPI_DATATYPE_NULL, room, 2, MPI_INT, WORLD);
}

/* On a ring, where all have two neighbours. */
CASE(neighbours)
{
    static MPI_Count two[2] = { 3, 4 }, same[2] = { 3, 3 };
    static MPI_Count back[2] = { 4, 3 };
    static MPI_Aint at[2] = { 0, 4 }, far[2] = { 0, 16 };
    int periodic = 1;
    MPI_Comm ring;

    fill();
    CALL(MPI_Cart_create, WORLD, 1, &odd_ranks, &periodic, 0, &ring);
    FORMS(Neighbor_allgather, Ineighbor_allgather, 6, 6, data, 3, MPI_INT,
          room, 3, MPI_INT, ring);
    FORMS(Neighbor_allgatherv, Ineighbor_allgatherv, 6, 6, data, 3, MPI_INT,
          room, same, at, MPI_INT, ring);
    FORMS(Neighbor_alltoall, Ineighbor_alltoall, 6, 6, data, 3, MPI_INT,
          room, 3, MPI_INT, ring);
    FORMS(Neighbor_alltoallv, Ineighbor_alltoallv, 7, 7, data, two, at,
          MPI_INT, room, back, at, MPI_INT, ring);
    FORMS(Neighbor_alltoallw, Ineighbor_alltoallw, 7, 7, data, two, far,
          types, room, back, far, types, ring);
    CHECK(room[0] == 100 * LEFT + 4);
    CALL(MPI_Comm_free, &ring);
}

/* More bytes than 31 bits hold, in numbers of which nothing is stored. */
CASE(more_than_31_bits)
{
    const MPI_Count many = (MPI_Count)3 << 30;
    const long long size = 3LL << 30;
    MPI_Datatype nothing_far;
    MPI_Request request;

    CALL(MPI_Send_c, data, many, MPI_BYTE, MPI_PROC_NULL, 1, WORLD);
    CALL(MPI_Isend_c, data, many, MPI_BYTE, MPI_PROC_NULL, 1, WORLD,
         &request);
    finish(&request);
    CALL(MPI_Type_contiguous_c, 0, MPI_INT, &nothing_far);
    CALL(MPI_Type_commit, &nothing_far);
    MOVES(0, 0, MPI_Bcast_c, data, many, nothing_far, 0, WORLD);
    CALL(MPI_Type_free, &nothing_far);
    MOVES(size, size, MPI_Bcast_c, data, many, MPI_BYTE, 0, MPI_COMM_SELF);
}
#else
ABSENT(large_counts, "MPI_Bcast_c is not in mpi.h")
#endif
