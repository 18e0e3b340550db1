/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_mpi41.c - what MPI 4.1 added.
 * odd-bytes: all */
#include "odd.h"

#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD
#define COUNT 10
#define BYTES ((long long)(COUNT * sizeof(int)))

#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION > 0)
static int data[COUNT], room[2][COUNT];

/* Two messages around the ring. */
static void start(MPI_Request requests[4])
{
    for (int i = 0; i < 2; i++)
        CALL(MPI_Irecv, room[i], COUNT, MPI_INT, LEFT, i, WORLD,
             &requests[i]);
    for (int i = 0; i < 2; i++)
        MOVES(BYTES, 0, MPI_Isend, data, COUNT, MPI_INT, RIGHT, i, WORLD,
              &requests[2 + i]);
}

/* Both messages were seen, and their bytes counted. */
static void finish(MPI_Request requests[4])
{
    CHECK(requests[0] != MPI_REQUEST_NULL);
    CALL(MPI_Waitall, 4, requests, MPI_STATUSES_IGNORE);
}

/* A look at requests completes none; the bytes count at the first look that
 * finds them, and never again. */
CASE(look_at_all)
{
    MPI_Request requests[4];
    MPI_Status statuses[4];
    int flag = 0;

    start(requests);
    while (!flag)
        CALL(MPI_Request_get_status_all, 4, requests, &flag, statuses);
    odd_moved("MPI_Request_get_status_all", 0, 2 * BYTES);
    CHECK(statuses[0].MPI_SOURCE == LEFT && statuses[1].MPI_TAG == 1);
    flag = 0;
    CALL(MPI_Request_get_status_all, 4, requests, &flag,
         MPI_STATUSES_IGNORE);
    CHECK(flag);
    finish(requests);
}

CASE(look_at_any)
{
    MPI_Request requests[4];
    MPI_Status status;
    int index = -1, flag = 0;

    start(requests);
    while (!flag)
        CALL(MPI_Request_get_status_any, 1, &requests[1], &index, &flag,
             &status);
    odd_moved("MPI_Request_get_status_any", 0, BYTES);
    CHECK(index == 0 && status.MPI_TAG == 1);
    flag = 0;
    CALL(MPI_Request_get_status_any, 1, &requests[1], &index, &flag,
         MPI_STATUS_IGNORE);
    CHECK(flag);
    CHECK(requests[1] != MPI_REQUEST_NULL);
    MOVES(0, BYTES, MPI_Wait, &requests[0], MPI_STATUS_IGNORE);
    CALL(MPI_Waitall, 4, requests, MPI_STATUSES_IGNORE);
}

CASE(look_at_some)
{
    MPI_Request requests[4];
    MPI_Status statuses[2];
    int found = 0, indices[2];

    start(requests);
    while (found < 1)
        CALL(MPI_Request_get_status_some, 2, requests, &found, indices,
             statuses);
    odd_moved("MPI_Request_get_status_some", 0, found * BYTES);
    CHECK(statuses[0].MPI_TAG == indices[0]);
    CHECK(requests[indices[0]] != MPI_REQUEST_NULL);
    MOVES(0, (2 - found) * BYTES, MPI_Waitall, 4, requests,
          MPI_STATUSES_IGNORE);
}

CASE(look_at_nothing)
{
    MPI_Request none[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };
    int flag = 0, index = 5, found = 5, indices[2];

    CALL(MPI_Request_get_status_all, 2, none, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag);
    flag = 0;
    CALL(MPI_Request_get_status_any, 2, none, &index, &flag,
         MPI_STATUS_IGNORE);
    CHECK(flag && index == MPI_UNDEFINED);
    CALL(MPI_Request_get_status_some, 2, none, &found, indices,
         MPI_STATUSES_IGNORE);
    CHECK(found == MPI_UNDEFINED);
    CALL(MPI_Request_get_status_all, 0, NULL, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag);
}

/* ---- buffers of a communicator, of a session, and of their own size ---- */

static void send_buffered(MPI_Comm comm)
{
    MOVES(BYTES, 0, MPI_Bsend, data, COUNT, MPI_INT, RIGHT, 3, comm);
    MOVES(0, BYTES, MPI_Recv, room[0], COUNT, MPI_INT, LEFT, 3, comm,
          MPI_STATUS_IGNORE);
}

CASE(buffer_of_a_comm)
{
    int size = (int)BYTES + MPI_BSEND_OVERHEAD;
    void *buffer = malloc(size), *back = NULL;
    MPI_Request request;
    MPI_Count large = 0;
    MPI_Comm comm;

    CALL(MPI_Comm_dup, WORLD, &comm);
    CALL(MPI_Comm_attach_buffer, comm, buffer, size);
    send_buffered(comm);
    CALL(MPI_Comm_flush_buffer, comm);
    CALL(MPI_Comm_iflush_buffer, comm, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_Comm_detach_buffer, comm, &back, &size);
    CHECK(back == buffer && size == (int)BYTES + MPI_BSEND_OVERHEAD);
    CALL(MPI_Comm_attach_buffer_c, comm, buffer, size);
    send_buffered(comm);
    CALL(MPI_Comm_detach_buffer_c, comm, &back, &large);
    CHECK(back == buffer && large == size);
    CALL(MPI_Comm_free, &comm);
    free(buffer);
}

CASE(buffer_that_grows)
{
    void *back = NULL;
    MPI_Request request;
    int size = -1;

    CALL(MPI_Buffer_attach, MPI_BUFFER_AUTOMATIC, 0);
    send_buffered(WORLD);
    CALL(MPI_Buffer_flush);
    CALL(MPI_Buffer_iflush, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_Buffer_detach, &back, &size);
    CHECK(back == MPI_BUFFER_AUTOMATIC);
}

CASE(buffer_of_a_session)
{
    int size = (int)BYTES + MPI_BSEND_OVERHEAD;
    void *buffer = malloc(size), *back = NULL;
    MPI_Count large = 0;
    MPI_Request request;
    MPI_Session session;
    MPI_Comm comm;

    CALL(MPI_Session_init, MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    CHECK(MPI_Session_f2c(MPI_Session_c2f(session)) == session);
    odd_count("MPI_Session_c2f", 1);
    odd_count("MPI_Session_f2c", 1);
    comm = odd_world_of(session);
    CALL(MPI_Session_attach_buffer, session, buffer, size);
    send_buffered(comm);
    CALL(MPI_Session_flush_buffer, session);
    CALL(MPI_Session_iflush_buffer, session, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_Session_detach_buffer, session, &back, &size);
    CHECK(back == buffer && size == (int)BYTES + MPI_BSEND_OVERHEAD);
    CALL(MPI_Session_attach_buffer_c, session, buffer, size);
    CALL(MPI_Session_detach_buffer_c, session, &back, &large);
    CHECK(back == buffer && large == size);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Session_finalize, &session);
    free(buffer);
}

/* ---- the rest ---- */

CASE(fields_of_a_status)
{
    MPI_Status status;
    int found = -1;

    memset(&status, 0, sizeof(status));
    CALL(MPI_Status_set_source, &status, 3);
    CALL(MPI_Status_set_tag, &status, 4);
    CALL(MPI_Status_set_error, &status, MPI_ERR_OTHER);
    CALL(MPI_Status_get_source, &status, &found);
    CHECK(found == 3 && status.MPI_SOURCE == 3);
    CALL(MPI_Status_get_tag, &status, &found);
    CHECK(found == 4);
    CALL(MPI_Status_get_error, &status, &found);
    CHECK(found == MPI_ERR_OTHER);
}

CASE(pair_of_value_and_index)
{
    MPI_Datatype pair = MPI_DATATYPE_NULL;

    CALL(MPI_Type_get_value_index, MPI_DOUBLE, MPI_INT, &pair);
    CHECK(pair == MPI_DOUBLE_INT);
}

CASE(what_it_runs_on)
{
    MPI_Info info = MPI_INFO_NULL;
    int keys = -1;

    CALL(MPI_Get_hw_resource_info, &info);
    CALL(MPI_Info_get_nkeys, info, &keys);
    CHECK(keys >= 0);
    CALL(MPI_Info_free, &info);
}
#else
ABSENT(mpi_4_1, "this MPI is older than 4.1")
#endif
