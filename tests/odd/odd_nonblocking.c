/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_nonblocking.c - nonblocking and persistent collectives. */
#include "odd.h"

#include <string.h>

#define WORLD MPI_COMM_WORLD
#define MOST 16 /* ranks */

static void finish(MPI_Request *request)
{
    int flag = 0;

    while (!flag)
        CALL(MPI_Test, request, &flag, MPI_STATUS_IGNORE);
    CHECK(*request == MPI_REQUEST_NULL);
}

CASE(ibarrier_and_ibcast)
{
    int value = odd_rank == 0 ? 7 : 0;
    MPI_Request all[2];

    CALL(MPI_Ibarrier, WORLD, &all[0]);
    CALL(MPI_Ibcast, &value, 1, MPI_INT, 0, WORLD, &all[1]);
    CALL(MPI_Waitall, 2, all, MPI_STATUSES_IGNORE);
    CHECK(value == 7);
}

CASE(ten_at_once)
{
    int out[10], in[10], index = 0;
    MPI_Request all[10];

    for (int i = 0; i < 10; i++) {
        out[i] = i;
        CALL(MPI_Iallreduce, &out[i], &in[i], 1, MPI_INT, MPI_SUM, WORLD,
             &all[i]);
    }
    for (int i = 0; i < 10; i++)
        CALL(MPI_Waitany, 10, all, &index, MPI_STATUS_IGNORE);
    for (int i = 0; i < 10; i++)
        CHECK(in[i] == i * odd_ranks);
}

CASE(mixed_with_messages)
{
    int data = odd_rank, room = -1, sum = 0;
    MPI_Request all[3];
    MPI_Status statuses[3];

    CALL(MPI_Irecv, &room, 1, MPI_INT, LEFT, 1, WORLD, &all[0]);
    CALL(MPI_Iallreduce, &data, &sum, 1, MPI_INT, MPI_SUM, WORLD, &all[1]);
    CALL(MPI_Isend, &data, 1, MPI_INT, RIGHT, 1, WORLD, &all[2]);
    CALL(MPI_Waitall, 3, all, statuses);
    CHECK(room == LEFT && statuses[0].MPI_SOURCE == LEFT);
    CHECK(sum == odd_ranks * (odd_ranks - 1) / 2);
}

CASE(igather_and_iscatter)
{
    int mine = odd_rank, all[MOST] = { 0 }, back = -1;
    MPI_Request request;

    CALL(MPI_Igather, &mine, 1, MPI_INT, all, 1, MPI_INT, 0, WORLD,
         &request);
    finish(&request);
    CALL(MPI_Iscatter, all, 1, MPI_INT, &back, 1, MPI_INT, 0, WORLD,
         &request);
    finish(&request);
    CHECK(back == odd_rank);
    if (odd_rank == 0)
        CALL(MPI_Igather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1,
             MPI_INT, 0, WORLD, &request);
    else
        CALL(MPI_Igather, &mine, 1, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, 0,
             WORLD, &request);
    finish(&request);
    if (odd_rank == 0)
        CALL(MPI_Iscatter, all, 1, MPI_INT, MPI_IN_PLACE, 0,
             MPI_DATATYPE_NULL, 0, WORLD, &request);
    else
        CALL(MPI_Iscatter, NULL, 0, MPI_DATATYPE_NULL, &back, 1, MPI_INT, 0,
             WORLD, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(odd_rank == 0 || back == odd_rank);
}

CASE(igatherv_and_iscatterv)
{
    int counts[MOST], starts[MOST], all[MOST] = { 0 }, mine = odd_rank + 1;
    MPI_Request request;

    for (int i = 0; i < odd_ranks; i++) {
        counts[i] = i > 0;
        starts[i] = i;
    }
    if (odd_rank == 0)
        CALL(MPI_Igatherv, &mine, 0, MPI_INT, all, counts, starts, MPI_INT,
             0, WORLD, &request);
    else
        CALL(MPI_Igatherv, &mine, 1, MPI_INT, NULL, NULL, NULL,
             MPI_DATATYPE_NULL, 0, WORLD, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(odd_rank > 0 || (all[0] == 0 && all[1] == 2));
    mine = -1;
    CALL(MPI_Iscatterv, all, counts, starts, MPI_INT, &mine, odd_rank > 0,
         MPI_INT, 0, WORLD, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(mine == (odd_rank > 0 ? odd_rank + 1 : -1));
}

CASE(iallgather_in_place)
{
    int all[MOST], counts[MOST], starts[MOST];
    MPI_Request request;

    for (int i = 0; i < odd_ranks; i++) {
        counts[i] = 1;
        starts[i] = i;
    }
    memset(all, -1, sizeof(all));
    all[odd_rank] = odd_rank;
    CALL(MPI_Iallgather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT,
         WORLD, &request);
    finish(&request);
    CHECK(all[0] == 0 && all[odd_ranks - 1] == odd_ranks - 1);
    memset(all, -1, sizeof(all));
    all[odd_rank] = odd_rank;
    CALL(MPI_Iallgatherv, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts,
         starts, MPI_INT, WORLD, &request);
    finish(&request);
    CHECK(all[0] == 0 && all[odd_ranks - 1] == odd_ranks - 1);
}

CASE(ialltoall_of_all_kinds)
{
    int out[MOST], in[MOST], counts[MOST], starts[MOST], bytes[MOST];
    MPI_Datatype types[MOST];
    MPI_Request all[3];

    for (int i = 0; i < odd_ranks; i++) {
        out[i] = 10 * odd_rank + i;
        counts[i] = 1;
        starts[i] = i;
        bytes[i] = i * (int)sizeof(int);
        types[i] = MPI_INT;
    }
    CALL(MPI_Ialltoall, out, 1, MPI_INT, in, 1, MPI_INT, WORLD, &all[0]);
    CALL(MPI_Wait, &all[0], MPI_STATUS_IGNORE);
    CHECK(in[0] == odd_rank);
    CALL(MPI_Ialltoallv, out, counts, starts, MPI_INT, in, counts, starts,
         MPI_INT, WORLD, &all[1]);
    CALL(MPI_Wait, &all[1], MPI_STATUS_IGNORE);
    CALL(MPI_Ialltoallw, out, counts, bytes, types, in, counts, bytes, types,
         WORLD, &all[2]);
    CALL(MPI_Wait, &all[2], MPI_STATUS_IGNORE);
    CHECK(in[odd_ranks - 1] == 10 * (odd_ranks - 1) + odd_rank);
}

CASE(ialltoall_in_place)
{
    int all[MOST];
    MPI_Request request;

    for (int i = 0; i < odd_ranks; i++)
        all[i] = 10 * odd_rank + i;
    CALL(MPI_Ialltoall, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT,
         WORLD, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(all[1] == 10 + odd_rank);
}

CASE(ireductions)
{
    int one = 1, out[6] = { 0 }, ones[MOST], counts[MOST];
    MPI_Request all[6];

    for (int i = 0; i < MOST; i++)
        ones[i] = counts[i] = 1;
    CALL(MPI_Ireduce, &one, &out[0], 1, MPI_INT, MPI_SUM, 0, WORLD, &all[0]);
    CALL(MPI_Iscan, &one, &out[1], 1, MPI_INT, MPI_SUM, WORLD, &all[1]);
    CALL(MPI_Iexscan, &one, &out[2], 1, MPI_INT, MPI_SUM, WORLD, &all[2]);
    CALL(MPI_Ireduce_scatter, ones, &out[3], counts, MPI_INT, MPI_SUM, WORLD,
         &all[3]);
    CALL(MPI_Ireduce_scatter_block, ones, &out[4], 1, MPI_INT, MPI_SUM,
         WORLD, &all[4]);
    out[5] = 1;
    CALL(MPI_Iallreduce, MPI_IN_PLACE, &out[5], 1, MPI_INT, MPI_SUM, WORLD,
         &all[5]);
    CALL(MPI_Waitall, 6, all, MPI_STATUSES_IGNORE);
    CHECK(odd_rank > 0 || out[0] == odd_ranks);
    CHECK(out[1] == odd_rank + 1 && out[3] == odd_ranks);
    CHECK(odd_rank == 0 || out[2] == odd_rank);
    CHECK(out[4] == odd_ranks && out[5] == odd_ranks);
}

JOB(communicator_freed_before_the_end, 2, 0)
{
    int one = 1, sum = 0;
    MPI_Request request;
    MPI_Comm comm;

    odd_init();
    CALL(MPI_Comm_dup, WORLD, &comm);
    CALL(MPI_Iallreduce, &one, &sum, 1, MPI_INT, MPI_SUM, comm, &request);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(sum == odd_ranks);
    odd_finalize();
}

#if MPI_VERSION >= 4
static void run_twice(MPI_Request *request)
{
    for (int i = 0; i < 2; i++) {
        CALL(MPI_Start, request);
        CALL(MPI_Wait, request, MPI_STATUS_IGNORE);
        CHECK(*request != MPI_REQUEST_NULL);
    }
    CALL(MPI_Request_free, request);
}

JOB(persistent_barrier, 2, 0)
{
    MPI_Request request;

    odd_init();
    CALL(MPI_Barrier_init, WORLD, MPI_INFO_NULL, &request);
    run_twice(&request);
    odd_finalize();
}

JOB(persistent_bcast, 2, 0)
{
    int value, before;
    MPI_Request request;

    odd_init();
    before = value = odd_rank == 0 ? 3 : 0;
    CALL(MPI_Bcast_init, &value, 1, MPI_INT, 0, WORLD, MPI_INFO_NULL,
         &request);
    CHECK(value == before);
    run_twice(&request);
    CHECK(value == 3);
    odd_finalize();
}

JOB(persistent_gather, 2, 0)
{
    int value = 3, all[MOST] = { 0 }, counts[MOST], starts[MOST];
    MPI_Request request;

    odd_init();
    for (int i = 0; i < MOST; i++) {
        counts[i] = 1;
        starts[i] = i;
    }
    CALL(MPI_Gather_init, &value, 1, MPI_INT, all, 1, MPI_INT, 0, WORLD,
         MPI_INFO_NULL, &request);
    run_twice(&request);
    CALL(MPI_Gatherv_init, &value, 1, MPI_INT, all, counts, starts, MPI_INT,
         0, WORLD, MPI_INFO_NULL, &request);
    run_twice(&request);
    CHECK(odd_rank > 0 || all[1] == 3);
    odd_finalize();
}

JOB(persistent_scatter, 2, 0)
{
    int value = 0, all[MOST], counts[MOST], starts[MOST];
    MPI_Request request;

    odd_init();
    for (int i = 0; i < MOST; i++) {
        counts[i] = 1;
        starts[i] = i;
        all[i] = 3 + i;
    }
    CALL(MPI_Scatter_init, all, 1, MPI_INT, &value, 1, MPI_INT, 0, WORLD,
         MPI_INFO_NULL, &request);
    run_twice(&request);
    CALL(MPI_Scatterv_init, all, counts, starts, MPI_INT, &value, 1, MPI_INT,
         0, WORLD, MPI_INFO_NULL, &request);
    run_twice(&request);
    CHECK(value == 3 + odd_rank);
    odd_finalize();
}

CASE(persistent_all)
{
    int mine[MOST], all[MOST] = { 0 }, counts[MOST], starts[MOST];
    int bytes[MOST];
    MPI_Datatype types[MOST];
    MPI_Request request;

    for (int i = 0; i < MOST; i++) {
        mine[i] = odd_rank;
        counts[i] = 1;
        starts[i] = i;
        bytes[i] = i * (int)sizeof(int);
        types[i] = MPI_INT;
    }
    CALL(MPI_Allgather_init, mine, 1, MPI_INT, all, 1, MPI_INT, WORLD,
         MPI_INFO_NULL, &request);
    run_twice(&request);
    CHECK(all[1] == 1);
    CALL(MPI_Allgatherv_init, mine, 1, MPI_INT, all, counts, starts, MPI_INT,
         WORLD, MPI_INFO_NULL, &request);
    run_twice(&request);
    CALL(MPI_Alltoall_init, mine, 1, MPI_INT, all, 1, MPI_INT, WORLD,
         MPI_INFO_NULL, &request);
    run_twice(&request);
    CALL(MPI_Alltoallv_init, mine, counts, starts, MPI_INT, all, counts,
         starts, MPI_INT, WORLD, MPI_INFO_NULL, &request);
    run_twice(&request);
    CALL(MPI_Alltoallw_init, mine, counts, bytes, types, all, counts, bytes,
         types, WORLD, MPI_INFO_NULL, &request);
    run_twice(&request);
    CHECK(all[1] == 1);
}

CASE(persistent_reductions)
{
    int ones[MOST], out = 0, counts[MOST];
    MPI_Request request;

    for (int i = 0; i < MOST; i++)
        ones[i] = counts[i] = 1;
    CALL(MPI_Reduce_init, ones, &out, 1, MPI_INT, MPI_SUM, 0, WORLD,
         MPI_INFO_NULL, &request);
    run_twice(&request);
    CALL(MPI_Scan_init, ones, &out, 1, MPI_INT, MPI_SUM, WORLD,
         MPI_INFO_NULL, &request);
    run_twice(&request);
    CHECK(out == odd_rank + 1);
    CALL(MPI_Exscan_init, ones, &out, 1, MPI_INT, MPI_SUM, WORLD,
         MPI_INFO_NULL, &request);
    run_twice(&request);
    CALL(MPI_Reduce_scatter_init, ones, &out, counts, MPI_INT, MPI_SUM,
         WORLD, MPI_INFO_NULL, &request);
    run_twice(&request);
    CALL(MPI_Reduce_scatter_block_init, ones, &out, 1, MPI_INT, MPI_SUM,
         WORLD, MPI_INFO_NULL, &request);
    run_twice(&request);
    CALL(MPI_Allreduce_init, ones, &out, 1, MPI_INT, MPI_SUM, WORLD,
         MPI_INFO_NULL, &request);
    run_twice(&request);
    CHECK(out == odd_ranks);
}

CASE(persistent_in_place_together)
{
    int sum = 1, all[MOST];
    MPI_Request requests[2];

    memset(all, -1, sizeof(all));
    all[odd_rank] = odd_rank;
    CALL(MPI_Allreduce_init, MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, WORLD,
         MPI_INFO_NULL, &requests[0]);
    CALL(MPI_Allgather_init, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1,
         MPI_INT, WORLD, MPI_INFO_NULL, &requests[1]);
    CALL(MPI_Startall, 2, requests);
    CALL(MPI_Waitall, 2, requests, MPI_STATUSES_IGNORE);
    CHECK(sum == odd_ranks && all[odd_ranks - 1] == odd_ranks - 1);
    CALL(MPI_Request_free, &requests[0]);
    CALL(MPI_Request_free, &requests[1]);
}
#else
ABSENT(persistent_collectives, "MPI_Barrier_init is not in mpi.h")
#endif
