/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_large.c - procedures with counts of type MPI_Count (MPI 4). */
#include "odd.h"

#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD
#define MOST 16 /* ranks */

#if MPI_VERSION >= 4
static int data[MOST], room[MOST];

static void fill(void)
{
    for (int i = 0; i < MOST; i++) {
        data[i] = 100 * odd_rank + i;
        room[i] = -1;
    }
}

CASE(messages)
{
    MPI_Count got = -1;
    MPI_Status status;
    MPI_Request all[2];

    fill();
    CALL(MPI_Send_c, data, 5, MPI_INT, RIGHT, 1, WORLD);
    CALL(MPI_Recv_c, room, MOST, MPI_INT, LEFT, 1, WORLD, &status);
    CALL(MPI_Get_count_c, &status, MPI_INT, &got);
    CHECK(got == 5 && room[4] == 100 * LEFT + 4);
    CALL(MPI_Irecv_c, room, MOST, MPI_INT, LEFT, 2, WORLD, &all[0]);
    CALL(MPI_Isend_c, data, 6, MPI_INT, RIGHT, 2, WORLD, &all[1]);
    CALL(MPI_Waitall, 2, all, MPI_STATUSES_IGNORE);
    CHECK(room[5] == 100 * LEFT + 5);
    CALL(MPI_Sendrecv_c, data, 1, MPI_INT, RIGHT, 3, room, 1, MPI_INT, LEFT,
         3, WORLD, MPI_STATUS_IGNORE);
    CALL(MPI_Sendrecv_replace_c, data, 1, MPI_INT, RIGHT, 3, LEFT, 3, WORLD,
         MPI_STATUS_IGNORE);
    CHECK(data[0] == room[0]);
}

CASE(other_modes)
{
    MPI_Request all[4];
    void *buffer = malloc(1000), *back;
    MPI_Count size;

    fill();
    CALL(MPI_Buffer_attach_c, buffer, 1000);
    for (int i = 0; i < 4; i++)
        CALL(MPI_Irecv_c, &room[i], 1, MPI_INT, LEFT, 4 + i, WORLD, &all[i]);
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_Bsend_c, &data[0], 1, MPI_INT, RIGHT, 4, WORLD);
    CALL(MPI_Rsend_c, &data[1], 1, MPI_INT, RIGHT, 5, WORLD);
    CALL(MPI_Ssend_c, &data[2], 1, MPI_INT, RIGHT, 6, WORLD);
    CALL(MPI_Send_c, &data[3], 1, MPI_INT, RIGHT, 7, WORLD);
    CALL(MPI_Waitall, 4, all, MPI_STATUSES_IGNORE);
    CHECK(room[3] == 100 * LEFT + 3);
    CALL(MPI_Buffer_detach_c, &back, &size);
    CHECK(back == buffer && size == 1000);
    free(buffer);
}

CASE(other_modes_without_waiting)
{
    MPI_Request all[6];
    void *buffer = malloc(1000), *back;
    MPI_Count size;

    fill();
    CALL(MPI_Buffer_attach_c, buffer, 1000);
    for (int i = 0; i < 3; i++)
        CALL(MPI_Irecv_c, &room[i], 1, MPI_INT, LEFT, 4 + i, WORLD, &all[i]);
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_Ibsend_c, &data[0], 1, MPI_INT, RIGHT, 4, WORLD, &all[3]);
    CALL(MPI_Irsend_c, &data[1], 1, MPI_INT, RIGHT, 5, WORLD, &all[4]);
    CALL(MPI_Issend_c, &data[2], 1, MPI_INT, RIGHT, 6, WORLD, &all[5]);
    CALL(MPI_Waitall, 6, all, MPI_STATUSES_IGNORE);
    CHECK(room[2] == 100 * LEFT + 2);
    CALL(MPI_Buffer_detach_c, &back, &size);
    free(buffer);
}

CASE(persistent)
{
    MPI_Request all[4];

    fill();
    CALL(MPI_Recv_init_c, &room[0], 1, MPI_INT, LEFT, 8, WORLD, &all[0]);
    CALL(MPI_Recv_init_c, &room[1], 1, MPI_INT, LEFT, 9, WORLD, &all[1]);
    CALL(MPI_Send_init_c, &data[0], 1, MPI_INT, RIGHT, 8, WORLD, &all[2]);
    CALL(MPI_Ssend_init_c, &data[1], 1, MPI_INT, RIGHT, 9, WORLD, &all[3]);
    CALL(MPI_Startall, 4, all);
    CALL(MPI_Waitall, 4, all, MPI_STATUSES_IGNORE);
    CHECK(room[1] == 100 * LEFT + 1);
    for (int i = 0; i < 4; i++)
        CALL(MPI_Request_free, &all[i]);
}

CASE(matched)
{
    MPI_Message message;
    MPI_Request request;

    fill();
    CALL(MPI_Send_c, data, 3, MPI_INT, RIGHT, 10, WORLD);
    CALL(MPI_Mprobe, LEFT, 10, WORLD, &message, MPI_STATUS_IGNORE);
    CALL(MPI_Mrecv_c, room, MOST, MPI_INT, &message, MPI_STATUS_IGNORE);
    CHECK(room[2] == 100 * LEFT + 2);
    CALL(MPI_Send_c, data, 3, MPI_INT, RIGHT, 10, WORLD);
    CALL(MPI_Mprobe, LEFT, 10, WORLD, &message, MPI_STATUS_IGNORE);
    CALL(MPI_Imrecv_c, room, MOST, MPI_INT, &message, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
}

CASE(collectives)
{
    fill();
    CALL(MPI_Bcast_c, data, 2, MPI_INT, 0, WORLD);
    CHECK(data[1] == 1);
    CALL(MPI_Gather_c, data, 1, MPI_INT, room, 1, MPI_INT, 0, WORLD);
    CALL(MPI_Scatter_c, data, 1, MPI_INT, room, 1, MPI_INT, 0, WORLD);
    CALL(MPI_Allgather_c, data, 1, MPI_INT, room, 1, MPI_INT, WORLD);
    CALL(MPI_Alltoall_c, data, 1, MPI_INT, room, 1, MPI_INT, WORLD);
    CALL(MPI_Reduce_c, data, room, 1, MPI_INT, MPI_SUM, 0, WORLD);
    CALL(MPI_Allreduce_c, data, room, 1, MPI_INT, MPI_SUM, WORLD);
    CALL(MPI_Scan_c, data, room, 1, MPI_INT, MPI_SUM, WORLD);
    CALL(MPI_Exscan_c, data, room, 1, MPI_INT, MPI_SUM, WORLD);
    CALL(MPI_Reduce_scatter_block_c, data, room, 1, MPI_INT, MPI_SUM, WORLD);
    CALL(MPI_Reduce_local_c, data, room, 1, MPI_INT, MPI_SUM);
}

CASE(collectives_with_vectors)
{
    MPI_Count counts[MOST];
    MPI_Aint starts[MOST], bytes[MOST];
    MPI_Datatype types[MOST];

    fill();
    for (int i = 0; i < MOST; i++) {
        counts[i] = 1;
        starts[i] = i;
        bytes[i] = i * (MPI_Aint)sizeof(int);
        types[i] = MPI_INT;
    }
    CALL(MPI_Gatherv_c, data, 1, MPI_INT, room, counts, starts, MPI_INT, 0,
         WORLD);
    CALL(MPI_Scatterv_c, data, counts, starts, MPI_INT, room, 1, MPI_INT, 0,
         WORLD);
    CALL(MPI_Allgatherv_c, data, 1, MPI_INT, room, counts, starts, MPI_INT,
         WORLD);
    CALL(MPI_Alltoallv_c, data, counts, starts, MPI_INT, room, counts,
         starts, MPI_INT, WORLD);
    CHECK(room[0] == odd_rank);
    CALL(MPI_Alltoallw_c, data, counts, bytes, types, room, counts, bytes,
         types, WORLD);
    CHECK(room[1] == 100 + odd_rank);
    CALL(MPI_Reduce_scatter_c, data, room, counts, MPI_INT, MPI_SUM, WORLD);
}

CASE(collectives_without_waiting)
{
    MPI_Request all[5];

    fill();
    CALL(MPI_Ibcast_c, &data[0], 1, MPI_INT, 0, WORLD, &all[0]);
    CALL(MPI_Iallreduce_c, &data[1], &room[1], 1, MPI_INT, MPI_SUM, WORLD,
         &all[1]);
    CALL(MPI_Ireduce_c, &data[2], &room[2], 1, MPI_INT, MPI_SUM, 0, WORLD,
         &all[2]);
    CALL(MPI_Iscan_c, &data[3], &room[3], 1, MPI_INT, MPI_SUM, WORLD,
         &all[3]);
    CALL(MPI_Iallgather_c, &data[4], 1, MPI_INT, &room[4], 1, MPI_INT, WORLD,
         &all[4]);
    CALL(MPI_Waitall, 5, all, MPI_STATUSES_IGNORE);
    CHECK(room[5] == 104);
}

CASE(types)
{
    MPI_Count size = 0, lower = 0, extent = 0;
    MPI_Datatype type, other;

    CALL(MPI_Type_contiguous_c, 3, MPI_INT, &type);
    CALL(MPI_Type_size_c, type, &size);
    CHECK(size == 12);
    CALL(MPI_Type_vector_c, 2, 1, 3, type, &other);
    CALL(MPI_Type_get_extent_c, other, &lower, &extent);
    CHECK(extent == 48);
    CALL(MPI_Type_commit, &other);
    CALL(MPI_Type_commit, &type);
    CALL(MPI_Sendrecv_c, data, 1, type, MPI_PROC_NULL, 1, room, 1, type,
         MPI_PROC_NULL, 1, WORLD, MPI_STATUS_IGNORE);
    CALL(MPI_Type_free, &other);
    CALL(MPI_Type_free, &type);
}

JOB(windows, 2, 0)
{
    int *cells = NULL, mine;
    MPI_Win win;

    odd_init();
    mine = odd_rank + 1;
    CALL(MPI_Win_allocate_c, sizeof(int), sizeof(int), MPI_INFO_NULL, WORLD,
         &cells, &win);
    CALL(MPI_Win_fence, 0, win);
    CALL(MPI_Put_c, &mine, 1, MPI_INT, RIGHT, 0, 1, MPI_INT, win);
    CALL(MPI_Win_fence, 0, win);
    CHECK(*cells == LEFT + 1);
    CALL(MPI_Get_c, &mine, 1, MPI_INT, RIGHT, 0, 1, MPI_INT, win);
    CALL(MPI_Win_fence, 0, win);
    CHECK(mine == odd_rank + 1);
    CALL(MPI_Win_free, &win);
    odd_finalize();
}
#else
ABSENT(large_counts, "MPI_Send_c is not in mpi.h")
#endif
