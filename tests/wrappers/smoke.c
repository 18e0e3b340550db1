/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * smoke.c - a call of every family, for two ranks.  smoke.F90 is the same
 * program in Fortran: tell both when one changes.
 */
#include <mpi.h>

#include "mpiprof.h"

static int rank, other;
static int data[16], more[16];

static void point_to_point(void)
{
    MPI_Status status;

    if (rank == 0) {
        MPI_Send(data, 3, MPI_INT, 1, 5, MPI_COMM_WORLD);
        MPI_Ssend(data, 0, MPI_INT, 1, 6, MPI_COMM_WORLD);
        MPI_Send(data, 4, MPI_INT, 1, 7, MPI_COMM_WORLD);
    } else {
        MPI_Recv(data, 16, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(data, 16, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                 MPI_COMM_WORLD, &status);
        MPI_Probe(0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(data, 16, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
    MPI_Recv(data, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    MPI_Sendrecv(data, 2, MPI_INT, other, 8, more, 16, MPI_INT, other, 8,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(data, 5, MPI_INT, other, 9, other, 9,
                         MPI_COMM_WORLD, &status);
}

static void matched(void)
{
    MPI_Message message;
    MPI_Request request;

    if (rank == 0) {
        MPI_Send(data, 6, MPI_INT, 1, 10, MPI_COMM_WORLD);
        MPI_Send(data, 7, MPI_INT, 1, 11, MPI_COMM_WORLD);
        return;
    }
    MPI_Mprobe(0, 10, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(data, 16, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Mprobe(0, 11, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Imrecv(data, 16, MPI_INT, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void exchange(MPI_Request requests[3])
{
    requests[0] = MPI_REQUEST_NULL;
    MPI_Irecv(more, 16, MPI_INT, other, 12, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(data, 2, MPI_INT, other, 12, MPI_COMM_WORLD, &requests[2]);
}

static void wait_for_all(void)
{
    MPI_Request requests[3];
    MPI_Status statuses[3];
    int flag = 0;

    exchange(requests);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    exchange(requests);
    MPI_Waitall(3, requests, statuses);
    exchange(requests);
    while (!flag)
        MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
    MPI_Waitall(0, requests, statuses);
}

/* One request is left, so that it is known which one finishes. */
static void wait_for_one(void)
{
    MPI_Request requests[3];
    MPI_Status status;
    int flag = 0, index;

    exchange(requests);
    MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
    MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE);
    MPI_Waitany(3, requests, &index, &status);
    exchange(requests);
    MPI_Wait(&requests[2], &status);
    while (!flag)
        MPI_Testany(3, requests, &index, &flag, &status);
    MPI_Testany(3, requests, &index, &flag, MPI_STATUS_IGNORE);
    exchange(requests);
    MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
    flag = 0;
    while (!flag)
        MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE);
    MPI_Test(&requests[1], &flag, &status);
}

static void wait_for_some(void)
{
    MPI_Request requests[3];
    MPI_Status statuses[3];
    int indices[3], count = 0;

    exchange(requests);
    MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
    MPI_Waitsome(3, requests, &count, indices, MPI_STATUSES_IGNORE);
    MPI_Waitsome(3, requests, &count, indices, statuses);
    exchange(requests);
    MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
    count = 0;
    while (count == 0)
        MPI_Testsome(3, requests, &count, indices, statuses);
}

static void persistent(void)
{
    MPI_Request requests[2];

    MPI_Recv_init(more, 16, MPI_INT, other, 13, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(data, 3, MPI_INT, other, 13, MPI_COMM_WORLD, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Start(&requests[0]);
    MPI_Start(&requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Irecv(more, 1, MPI_INT, other, 99, MPI_COMM_WORLD, &requests[0]);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}

static void collectives(void)
{
    const int counts[2] = { 1, 2 }, places[2] = { 0, 1 };
    MPI_Request request;

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(data, 9, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Allreduce(data, more, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce(data, more, 4, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
    MPI_Gather(data, 2, MPI_INT, more, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Gatherv(data, counts[rank], MPI_INT, more, counts, places, MPI_INT, 0,
                MPI_COMM_WORLD);
    MPI_Scatter(data, 2, MPI_INT, more, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allgather(data, 3, MPI_INT, more, 3, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoall(data, 2, MPI_INT, more, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Scan(data, more, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce_scatter(data, more, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce_scatter_block(data, more, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Iallreduce(data, more, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void all_to_all(void)
{
    const int equal[2] = { 2, 2 }, places[2] = { 0, 8 };
    const MPI_Datatype types[2] = { MPI_INT, MPI_INT };

    MPI_Alltoallv(data, equal, places, MPI_INT, more, equal, places, MPI_INT,
                  MPI_COMM_WORLD);
    MPI_Alltoallw(data, equal, places, types, more, equal, places, types,
                  MPI_COMM_WORLD);
}

static void in_place(void)
{
    MPI_Request request;

    MPI_Allreduce(MPI_IN_PLACE, more, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, more, 3, MPI_INT,
                  MPI_COMM_WORLD);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, more, 2, MPI_INT,
                 MPI_COMM_WORLD);
    MPI_Iallreduce(MPI_IN_PLACE, more, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                   &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0) {
        MPI_Gather(MPI_IN_PLACE, 2, MPI_INT, more, 2, MPI_INT, 0,
                   MPI_COMM_WORLD);
        MPI_Scatter(data, 2, MPI_INT, MPI_IN_PLACE, 2, MPI_INT, 0,
                    MPI_COMM_WORLD);
        MPI_Reduce(MPI_IN_PLACE, more, 4, MPI_INT, MPI_SUM, 0,
                   MPI_COMM_WORLD);
    } else {
        MPI_Gather(data, 2, MPI_INT, more, 2, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Scatter(data, 2, MPI_INT, more, 2, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Reduce(data, more, 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    }
}

static void neighbors(void)
{
    const int dimensions[1] = { 2 }, periods[1] = { 1 };
    const int counts[2] = { 1, 1 }, both[2] = { other, other };
    const MPI_Aint places[2] = { 0, 4 };
    const MPI_Datatype types[2] = { MPI_INT, MPI_INT };
    MPI_Comm ring, graph;

    MPI_Cart_create(MPI_COMM_WORLD, 1, dimensions, periods, 0, &ring);
    MPI_Neighbor_allgather(data, 1, MPI_INT, more, 1, MPI_INT, ring);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, both, MPI_UNWEIGHTED, 2,
                                   both, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &graph);
    MPI_Neighbor_alltoallw(data, counts, places, types, more, counts, places,
                           types, graph);
    MPI_Comm_free(&graph);
    MPI_Comm_free(&ring);
}

static void objects(void)
{
    MPI_Comm twin, half;
    MPI_Datatype pair;
    MPI_Request request;

    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    MPI_Comm_set_name(twin, "the twin");
    MPI_Comm_split(twin, rank, 0, &half);
    MPI_Comm_free(&half);
    MPI_Comm_free(&twin);
    MPI_Comm_idup(MPI_COMM_WORLD, &twin, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&twin);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Sendrecv(data, 1, pair, other, 14, more, 1, pair, other, 14,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&pair);
}

static void all_families(void)
{
    point_to_point();
    matched();
    wait_for_all();
    wait_for_one();
    wait_for_some();
    persistent();
    collectives();
    all_to_all();
    in_place();
    neighbors();
    objects();
}

int main(int argc, char **argv)
{
    MPIPROF_BEGIN("program");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPIPROF_BEGIN("families");
    all_families();
    MPIPROF_END("families");
    MPI_Pcontrol(1);
    MPIPROF_END("program");
    MPI_Finalize();
    return 0;
}
