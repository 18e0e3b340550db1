/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_requests.c - nonblocking and persistent communication, completion.
 * odd-lost: receives fail */
#include "odd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD
#define MANY 5000

static int error_class(int code)
{
    int class = -1;

    CALL(MPI_Error_class, code, &class);
    return class;
}

static bool is_empty(const MPI_Status *status)
{
    int count = -1;

    CALL(MPI_Get_count, status, MPI_INT, &count);
    return count == 0 && status->MPI_SOURCE == MPI_ANY_SOURCE &&
           status->MPI_TAG == MPI_ANY_TAG;
}

CASE(null_request_everywhere)
{
    MPI_Request one = MPI_REQUEST_NULL, request = MPI_REQUEST_NULL;
    MPI_Status status;
    int flag = 0, index = 0;

    CALL(MPI_Wait, &one, &status);
    CHECK(is_empty(&status));
    CALL(MPI_Wait, &one, MPI_STATUS_IGNORE);
    CALL(MPI_Test, &request, &flag, &status);
    CHECK(flag && is_empty(&status));
    CALL(MPI_Request_get_status, request, &flag, &status);
    CHECK(flag && is_empty(&status));
    CALL(MPI_Waitany, 1, &one, &index, &status);
    CHECK(index == MPI_UNDEFINED && is_empty(&status));
    CALL(MPI_Testany, 1, &one, &index, &flag, MPI_STATUS_IGNORE);
    CHECK(flag && index == MPI_UNDEFINED);
}

CASE(null_requests_in_arrays)
{
    MPI_Request all[3] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL,
                           MPI_REQUEST_NULL };
    MPI_Status statuses[3];
    int flag = 0, done = 0, index = 5, indices[3];

    CALL(MPI_Waitall, 3, all, statuses);
    CHECK(is_empty(&statuses[0]) && is_empty(&statuses[2]));
    CALL(MPI_Waitall, 3, all, MPI_STATUSES_IGNORE);
    CALL(MPI_Testall, 3, all, &flag, statuses);
    CHECK(flag);
    CALL(MPI_Waitany, 3, all, &index, &statuses[0]);
    CHECK(index == MPI_UNDEFINED);
    index = 5;
    CALL(MPI_Testany, 3, all, &index, &flag, &statuses[0]);
    CHECK(flag && index == MPI_UNDEFINED);
    CALL(MPI_Waitsome, 3, all, &done, indices, statuses);
    CHECK(done == MPI_UNDEFINED);
    CALL(MPI_Testsome, 3, all, &done, indices, MPI_STATUSES_IGNORE);
    CHECK(done == MPI_UNDEFINED);
}

CASE(no_requests_at_all)
{
    int flag = 0, done = 0, index = 0;

    CALL(MPI_Waitall, 0, NULL, MPI_STATUSES_IGNORE);
    CALL(MPI_Testall, 0, NULL, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag);
    CALL(MPI_Waitany, 0, NULL, &index, MPI_STATUS_IGNORE);
    CHECK(index == MPI_UNDEFINED);
    CALL(MPI_Testany, 0, NULL, &index, &flag, MPI_STATUS_IGNORE);
    CHECK(index == MPI_UNDEFINED && flag);
    CALL(MPI_Waitsome, 0, NULL, &done, NULL, MPI_STATUSES_IGNORE);
    CHECK(done == MPI_UNDEFINED);
}

/* Ends all of these inactive requests in every way there is. */
static void complete_inactive(MPI_Request all[2])
{
    MPI_Status statuses[2];
    int flag = 0, done = 0, index = 0, indices[2];

    CALL(MPI_Wait, &all[0], &statuses[0]);
    CHECK(is_empty(&statuses[0]) && all[0] != MPI_REQUEST_NULL);
    CALL(MPI_Test, &all[1], &flag, MPI_STATUS_IGNORE);
    CHECK(flag);
    CALL(MPI_Waitall, 2, all, statuses);
    CHECK(is_empty(&statuses[1]));
    CALL(MPI_Testall, 2, all, &flag, MPI_STATUSES_IGNORE);
    CALL(MPI_Waitany, 2, all, &index, &statuses[0]);
    CHECK(flag && index == MPI_UNDEFINED);
    CALL(MPI_Testany, 2, all, &index, &flag, &statuses[0]);
    CHECK(flag && index == MPI_UNDEFINED);
    CALL(MPI_Waitsome, 2, all, &done, indices, statuses);
    CHECK(done == MPI_UNDEFINED);
    CALL(MPI_Testsome, 2, all, &done, indices, statuses);
    CHECK(done == MPI_UNDEFINED);
}

CASE(inactive_persistent_requests)
{
    int data = 1, room = 0;
    MPI_Request all[2];

    CALL(MPI_Send_init, &data, 1, MPI_INT, RIGHT, 1, WORLD, &all[0]);
    CALL(MPI_Recv_init, &room, 1, MPI_INT, LEFT, 1, WORLD, &all[1]);
    complete_inactive(all);
    CALL(MPI_Startall, 2, all);
    CALL(MPI_Waitall, 2, all, MPI_STATUSES_IGNORE);
    CHECK(room == 1);
    complete_inactive(all);
    CALL(MPI_Request_free, &all[0]);
    CALL(MPI_Request_free, &all[1]);
    CHECK(all[0] == MPI_REQUEST_NULL);
}

CASE(persistent_of_every_mode)
{
    int data[4] = { 1, 2, 3, 4 }, room[4] = { 0 }, size, bytes;
    MPI_Request all[8];
    void *buffer;

    bytes = 3 * (sizeof(int) + MPI_BSEND_OVERHEAD);
    buffer = malloc(bytes);
    CALL(MPI_Buffer_attach, buffer, bytes);
    for (int i = 0; i < 4; i++)
        CALL(MPI_Recv_init, &room[i], 1, MPI_INT, LEFT, 10 + i, WORLD,
             &all[i]);
    CALL(MPI_Send_init, &data[0], 1, MPI_INT, RIGHT, 10, WORLD, &all[4]);
    CALL(MPI_Ssend_init, &data[1], 1, MPI_INT, RIGHT, 11, WORLD, &all[5]);
    CALL(MPI_Bsend_init, &data[2], 1, MPI_INT, RIGHT, 12, WORLD, &all[6]);
    CALL(MPI_Rsend_init, &data[3], 1, MPI_INT, RIGHT, 13, WORLD, &all[7]);
    for (int round = 0; round < 3; round++) {
        CALL(MPI_Startall, 4, all);
        CALL(MPI_Barrier, WORLD);
        for (int i = 4; i < 8; i++)
            CALL(MPI_Start, &all[i]);
        CALL(MPI_Waitall, 8, all, MPI_STATUSES_IGNORE);
        CHECK(room[0] == 1 + round && room[3] == 4 + round);
        for (int i = 0; i < 4; i++)
            data[i]++;
    }
    for (int i = 0; i < 8; i++)
        CALL(MPI_Request_free, &all[i]);
    CALL(MPI_Buffer_detach, &buffer, &size);
    free(buffer);
}

JOB(persistent_with_no_process, 2, 0)
{
    int data = 5;
    MPI_Request all[2];
    MPI_Status statuses[2];

    odd_init();
    CALL(MPI_Send_init, &data, 1, MPI_INT, MPI_PROC_NULL, 1, WORLD, &all[0]);
    CALL(MPI_Recv_init, &data, 1, MPI_INT, MPI_PROC_NULL, 1, WORLD, &all[1]);
    CALL(MPI_Startall, 2, all);
    CALL(MPI_Waitall, 2, all, statuses);
    CHECK(statuses[1].MPI_SOURCE == MPI_PROC_NULL && data == 5);
    CALL(MPI_Request_free, &all[0]);
    CALL(MPI_Request_free, &all[1]);
    odd_finalize();
}

CASE(waitall_of_5000)
{
    MPI_Request *all = malloc(2 * MANY * sizeof(MPI_Request));
    int *room = calloc(MANY, sizeof(int)), sum = 0, mine = odd_rank + 1;

    for (int i = 0; i < MANY; i++)
        CALL(MPI_Irecv, &room[i], 1, MPI_INT, LEFT, 20, WORLD, &all[i]);
    for (int i = 0; i < MANY; i++)
        CALL(MPI_Isend, &mine, 1, MPI_INT, RIGHT, 20, WORLD, &all[MANY + i]);
    CALL(MPI_Waitall, 2 * MANY, all, MPI_STATUSES_IGNORE);
    for (int i = 0; i < MANY; i++)
        sum += room[i];
    CHECK(sum == MANY * (LEFT + 1));
    free(room);
    free(all);
}

CASE(waitall_of_5000_statuses)
{
    MPI_Request *all = malloc(MANY * sizeof(MPI_Request));
    MPI_Status *statuses = malloc(MANY * sizeof(MPI_Status));
    int room = 0, mine = 3;

    for (int i = 0; i < MANY; i++)
        all[i] = MPI_REQUEST_NULL;
    CALL(MPI_Irecv, &room, 1, MPI_INT, LEFT, 21, WORLD, &all[4500]);
    CALL(MPI_Send, &mine, 1, MPI_INT, RIGHT, 21, WORLD);
    CALL(MPI_Waitall, MANY, all, statuses);
    CHECK(statuses[4500].MPI_SOURCE == LEFT && is_empty(&statuses[4999]));
    free(statuses);
    free(all);
}

static void start_some(MPI_Request *all, int *room, int *data, int count)
{
    for (int i = 0; i < count; i++)
        CALL(MPI_Irecv, &room[i], 1, MPI_INT, MPI_ANY_SOURCE, 30 + i, WORLD,
             &all[i]);
    for (int i = 0; i < count; i++)
        CALL(MPI_Isend, &data[i], 1, MPI_INT, RIGHT, 30 + i, WORLD,
             &all[count + i]);
}

CASE(one_after_the_other)
{
    int data[4] = { 1, 2, 3, 4 }, room[4] = { 0 }, index = -1, flag = 0;
    MPI_Request all[8];
    MPI_Status status;

    start_some(all, room, data, 4);
    for (int i = 0; i < 8; i++) {
        CALL(MPI_Waitany, 8, all, &index, &status);
        CHECK(index >= 0 && index < 8 && all[index] == MPI_REQUEST_NULL);
        CHECK(index >= 4 || status.MPI_TAG == 30 + index);
    }
    start_some(all, room, data, 4);
    for (int left = 8; left > 0; left -= flag) {
        CALL(MPI_Testany, 8, all, &index, &flag, &status);
        CHECK(!flag || index >= 4 || status.MPI_SOURCE == LEFT);
    }
    CHECK(room[3] == 4);
    CALL(MPI_Barrier, WORLD);
}

CASE(some_at_a_time)
{
    int data[4] = { 1, 2, 3, 4 }, room[4] = { 0 }, done = 0, indices[8];
    MPI_Request all[8];
    MPI_Status statuses[8];

    start_some(all, room, data, 4);
    for (int left = 8; left > 0; left -= done) {
        CALL(MPI_Waitsome, 8, all, &done, indices, statuses);
        CHECK(done > 0);
        for (int i = 0; i < done; i++)
            CHECK(indices[i] >= 4 ||
                  statuses[i].MPI_TAG == 30 + indices[i]);
    }
    start_some(all, room, data, 4);
    for (int left = 8; left > 0; left -= done)
        CALL(MPI_Testsome, 8, all, &done, indices, MPI_STATUSES_IGNORE);
    CHECK(room[0] == 1);
    CALL(MPI_Barrier, WORLD);
}

CASE(test_until_done)
{
    int data[2] = { 1, 2 }, room[2] = { 0 }, flag = 0;
    MPI_Request all[4];
    MPI_Status status, statuses[4];

    start_some(all, room, data, 2);
    while (!flag)
        CALL(MPI_Testall, 4, all, &flag, statuses);
    CHECK(statuses[1].MPI_TAG == 31 && room[1] == 2);
    start_some(all, room, data, 2);
    for (int i = 0; i < 4; i++)
        do
            CALL(MPI_Test, &all[i], &flag, &status);
        while (!flag);
    CALL(MPI_Barrier, WORLD);
}

CASE(modes_without_waiting)
{
    int data[4] = { 1, 2, 3, 4 }, room[4] = { 0 }, size, bytes;
    MPI_Request all[8];
    void *buffer;

    bytes = sizeof(int) + MPI_BSEND_OVERHEAD;
    buffer = malloc(bytes);
    CALL(MPI_Buffer_attach, buffer, bytes);
    for (int i = 0; i < 4; i++)
        CALL(MPI_Irecv, &room[i], 1, MPI_INT, LEFT, 40 + i, WORLD, &all[i]);
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_Isend, &data[0], 1, MPI_INT, RIGHT, 40, WORLD, &all[4]);
    CALL(MPI_Issend, &data[1], 1, MPI_INT, RIGHT, 41, WORLD, &all[5]);
    CALL(MPI_Ibsend, &data[2], 1, MPI_INT, RIGHT, 42, WORLD, &all[6]);
    CALL(MPI_Irsend, &data[3], 1, MPI_INT, RIGHT, 43, WORLD, &all[7]);
    CALL(MPI_Waitall, 8, all, MPI_STATUSES_IGNORE);
    CHECK(room[0] + room[1] + room[2] + room[3] == 10);
    CALL(MPI_Buffer_detach, &buffer, &size);
    free(buffer);
}

CASE(cancelled_receive)
{
    int room = 4, cancelled = 0;
    MPI_Request request;
    MPI_Status status;

    CALL(MPI_Irecv, &room, 1, MPI_INT, LEFT, 50, WORLD, &request);
    CALL(MPI_Cancel, &request);
    CALL(MPI_Wait, &request, &status);
    CALL(MPI_Test_cancelled, &status, &cancelled);
    CHECK(cancelled && room == 4);
    CALL(MPI_Irecv, &room, 1, MPI_INT, LEFT, 50, WORLD, &request);
    CALL(MPI_Cancel, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(request == MPI_REQUEST_NULL);
}

CASE(cancelled_and_freed)
{
    int room = 4;
    MPI_Request request;

    CALL(MPI_Irecv, &room, 1, MPI_INT, LEFT, 51, WORLD, &request);
    CALL(MPI_Cancel, &request);
    CALL(MPI_Request_free, &request);
    CHECK(request == MPI_REQUEST_NULL && room == 4);
}

/* The request can be started again, which Open MPI 4.1 does not manage. */
JOB(cancelled_persistent, 2, 0)
{
    int room = 4;
    MPI_Request request;

    odd_init();
    CALL(MPI_Recv_init, &room, 1, MPI_INT, LEFT, 52, WORLD, &request);
    CALL(MPI_Start, &request);
    CALL(MPI_Cancel, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(request != MPI_REQUEST_NULL && room == 4);
    CALL(MPI_Request_free, &request);
    odd_finalize();
}

CASE(freed_while_active)
{
    static int data[3] = { 5, 6, 7 };
    int room[3] = { 0 };
    MPI_Request request;

    for (int i = 0; i < 3; i++) {
        CALL(MPI_Isend, &data[i], 1, MPI_INT, RIGHT, 60 + i, WORLD, &request);
        CALL(MPI_Request_free, &request);
    }
    for (int i = 0; i < 3; i++)
        CALL(MPI_Recv, &room[i], 1, MPI_INT, LEFT, 60 + i, WORLD,
             MPI_STATUS_IGNORE);
    CHECK(room[0] == 5 && room[2] == 7);
    CALL(MPI_Barrier, WORLD);
}

CASE(persistent_freed_while_active)
{
    static int data = 8;
    int room = 0;
    MPI_Request request;

    CALL(MPI_Send_init, &data, 1, MPI_INT, RIGHT, 65, WORLD, &request);
    CALL(MPI_Start, &request);
    CALL(MPI_Request_free, &request);
    CALL(MPI_Recv, &room, 1, MPI_INT, LEFT, 65, WORLD, MPI_STATUS_IGNORE);
    CHECK(room == 8);
    CALL(MPI_Barrier, WORLD);
}

CASE(asked_then_freed)
{
    int data = 3, room = 0, flag = 0;
    MPI_Request out, in;
    MPI_Status status;

    CALL(MPI_Irecv, &room, 1, MPI_INT, LEFT, 70, WORLD, &in);
    CALL(MPI_Isend, &data, 1, MPI_INT, RIGHT, 70, WORLD, &out);
    while (!flag)
        CALL(MPI_Request_get_status, in, &flag, &status);
    CHECK(room == 3 && status.MPI_SOURCE == LEFT &&
          in != MPI_REQUEST_NULL);
    CALL(MPI_Request_free, &in);
    CALL(MPI_Wait, &out, MPI_STATUS_IGNORE);
}

CASE(error_in_one_of_many)
{
    int data[8] = { 1 }, room[16], code;
    MPI_Request all[3];
    MPI_Status statuses[3];

    CALL(MPI_Comm_set_errhandler, WORLD, MPI_ERRORS_RETURN);
    for (int i = 0; i < 3; i++)
        statuses[i].MPI_ERROR = 77;
    CALL(MPI_Irecv, room, 8, MPI_INT, LEFT, 80, WORLD, &all[0]);
    CALL(MPI_Irecv, room + 8, 2, MPI_INT, LEFT, 81, WORLD, &all[1]);
    all[2] = MPI_REQUEST_NULL;
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_Send, data, 8, MPI_INT, RIGHT, 80, WORLD);
    CALL(MPI_Send, data, 8, MPI_INT, RIGHT, 81, WORLD);
    CALL(MPI_Barrier, WORLD);
    code = CALL(MPI_Waitall, 3, all, statuses);
    CHECK(error_class(code) == MPI_ERR_IN_STATUS);
    CHECK(error_class(statuses[1].MPI_ERROR) == MPI_ERR_TRUNCATE);
    CALL(MPI_Comm_set_errhandler, WORLD, MPI_ERRORS_ARE_FATAL);
    CALL(MPI_Barrier, WORLD);
}

CASE(error_and_statuses_ignored)
{
    int data[8] = { 1 }, room[2], code;
    MPI_Request request;

    CALL(MPI_Comm_set_errhandler, WORLD, MPI_ERRORS_RETURN);
    CALL(MPI_Irecv, room, 2, MPI_INT, LEFT, 82, WORLD, &request);
    CALL(MPI_Send, data, 8, MPI_INT, RIGHT, 82, WORLD);
    code = CALL(MPI_Waitall, 1, &request, MPI_STATUSES_IGNORE);
    if (odd_rank == 0)
        printf("error class %d\n", error_class(code));
    CALL(MPI_Irecv, room, 2, MPI_INT, LEFT, 83, WORLD, &request);
    CALL(MPI_Send, data, 8, MPI_INT, RIGHT, 83, WORLD);
    code = CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(error_class(code) == MPI_ERR_TRUNCATE);
    CALL(MPI_Comm_set_errhandler, WORLD, MPI_ERRORS_ARE_FATAL);
    CALL(MPI_Barrier, WORLD);
}

CASE(communicator_freed_while_pending)
{
    int data = odd_rank, room = -1;
    MPI_Request all[2];
    MPI_Status statuses[2];
    MPI_Comm comm;

    CALL(MPI_Comm_dup, WORLD, &comm);
    CALL(MPI_Irecv, &room, 1, MPI_INT, LEFT, 0, comm, &all[0]);
    CALL(MPI_Isend, &data, 1, MPI_INT, RIGHT, 0, comm, &all[1]);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Waitall, 2, all, statuses);
    CHECK(room == LEFT && statuses[0].MPI_SOURCE == LEFT);
}

CASE(many_eager_sends_at_once)
{
    enum { SENDS = 200 };
    MPI_Request all[SENDS];
    int data[SENDS], room = 0;

    for (int i = 0; i < SENDS; i++) {
        data[i] = i;
        CALL(MPI_Isend, &data[i], 1, MPI_INT, RIGHT, 90, WORLD, &all[i]);
    }
    for (int i = 0; i < SENDS; i++) {
        CALL(MPI_Recv, &room, 1, MPI_INT, LEFT, 90, WORLD,
             MPI_STATUS_IGNORE);
        CHECK(room == i);
    }
    for (int i = SENDS - 1; i >= 0; i--)
        CALL(MPI_Wait, &all[i], MPI_STATUS_IGNORE);
}

/* ---- generalized requests ---- */

struct progress {
    int queried, freed, cancelled;
};

static int query(void *state, MPI_Status *status)
{
    struct progress *progress = state;

    progress->queried++;
    UNSEEN(MPI_Status_set_elements, status, MPI_INT, 3);
    UNSEEN(MPI_Status_set_cancelled, status, progress->cancelled);
    status->MPI_SOURCE = MPI_UNDEFINED;
    status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int release(void *state)
{
    ((struct progress *)state)->freed++;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
    ((struct progress *)state)->cancelled = !complete;
    return MPI_SUCCESS;
}

CASE(generalized_request)
{
    struct progress progress = { 0, 0, 0 };
    MPI_Request request, copy;
    MPI_Status status;
    int count = 0, flag = 1;

    CALL(MPI_Grequest_start, query, release, cancel, &progress, &request);
    CALL(MPI_Test, &request, &flag, &status);
    CHECK(!flag);
    copy = request;
    CALL(MPI_Grequest_complete, copy);
    CALL(MPI_Wait, &request, &status);
    CALL(MPI_Get_count, &status, MPI_INT, &count);
    CHECK(count == 3 && progress.queried >= 1 && progress.freed == 1);
}

CASE(generalized_among_others)
{
    struct progress progress = { 0, 0, 0 };
    int data = 2, room = 0;
    MPI_Request all[3];
    MPI_Status statuses[3];

    CALL(MPI_Grequest_start, query, release, cancel, &progress, &all[1]);
    CALL(MPI_Irecv, &room, 1, MPI_INT, LEFT, 95, WORLD, &all[0]);
    CALL(MPI_Isend, &data, 1, MPI_INT, RIGHT, 95, WORLD, &all[2]);
    CALL(MPI_Grequest_complete, all[1]);
    CALL(MPI_Waitall, 3, all, statuses);
    CHECK(room == 2 && statuses[0].MPI_SOURCE == LEFT);
    CHECK(progress.freed == 1);
}

CASE(generalized_and_cancelled)
{
    struct progress progress = { 0, 0, 0 };
    MPI_Request request;
    MPI_Status status;
    int cancelled = 0;

    CALL(MPI_Grequest_start, query, release, cancel, &progress, &request);
    CALL(MPI_Cancel, &request);
    CALL(MPI_Grequest_complete, request);
    CALL(MPI_Wait, &request, &status);
    CALL(MPI_Test_cancelled, &status, &cancelled);
    CHECK(cancelled && progress.freed == 1);
}

/* ---- partitioned communication ---- */

#if MPI_VERSION >= 4
CASE(partitioned)
{
    int data[4] = { 1, 2, 3, 4 }, room[4] = { 0 }, flag = 0;
    MPI_Request out, in;

    CALL(MPI_Psend_init, data, 2, 2, MPI_INT, RIGHT, 97, WORLD,
         MPI_INFO_NULL, &out);
    CALL(MPI_Precv_init, room, 2, 2, MPI_INT, LEFT, 97, WORLD, MPI_INFO_NULL,
         &in);
    for (int round = 0; round < 2; round++) {
        CALL(MPI_Start, &in);
        CALL(MPI_Start, &out);
        CALL(MPI_Pready, 1, out);
        CALL(MPI_Pready, 0, out);
        CALL(MPI_Wait, &out, MPI_STATUS_IGNORE);
        while (!flag)
            CALL(MPI_Parrived, in, 0, &flag);
        CALL(MPI_Wait, &in, MPI_STATUS_IGNORE);
        CHECK(room[0] == 1 && room[3] == 4);
    }
    CALL(MPI_Request_free, &out);
    CALL(MPI_Request_free, &in);
}

CASE(partitions_by_range_and_list)
{
    int data[6] = { 1, 2, 3, 4, 5, 6 }, room[6] = { 0 };
    int list[] = { 4, 5 };
    MPI_Request all[2];

    CALL(MPI_Psend_init, data, 6, 1, MPI_INT, RIGHT, 98, WORLD,
         MPI_INFO_NULL, &all[0]);
    CALL(MPI_Precv_init, room, 3, 2, MPI_INT, LEFT, 98, WORLD, MPI_INFO_NULL,
         &all[1]);
    CALL(MPI_Startall, 2, all);
    CALL(MPI_Pready_range, 0, 3, all[0]);
    CALL(MPI_Pready_list, 2, list, all[0]);
    CALL(MPI_Waitall, 2, all, MPI_STATUSES_IGNORE);
    CHECK(room[0] == 1 && room[5] == 6);
    CALL(MPI_Request_free, &all[0]);
    CALL(MPI_Request_free, &all[1]);
}
#else
ABSENT(partitions, "MPI_Psend_init is not in mpi.h")
#endif
