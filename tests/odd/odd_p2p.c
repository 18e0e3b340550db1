/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_p2p.c - blocking point-to-point: modes, wildcards, probes, errors.
 * odd-lost: receives fail */
#include "odd.h"

#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD

static void set_errors_return(MPI_Comm comm)
{
    CALL(MPI_Comm_set_errhandler, comm, MPI_ERRORS_RETURN);
}

static void set_errors_fatal(MPI_Comm comm)
{
    CALL(MPI_Comm_set_errhandler, comm, MPI_ERRORS_ARE_FATAL);
}

static int error_class(int code)
{
    int class = -1;

    CALL(MPI_Error_class, code, &class);
    return class;
}

/* Receives count numbers from the left and looks at the status. */
static void receive(int tag, int count)
{
    int room[64], got = -1;
    MPI_Status status;

    memset(room, 0, sizeof(room));
    CALL(MPI_Recv, room, 64, MPI_INT, LEFT, tag, WORLD, &status);
    CALL(MPI_Get_count, &status, MPI_INT, &got);
    CHECK(got == count);
    CHECK(status.MPI_SOURCE == LEFT && status.MPI_TAG == tag);
    CHECK(count == 0 || room[count - 1] == LEFT + count - 1);
}

static void fill(int *data, int count)
{
    for (int i = 0; i < count; i++)
        data[i] = odd_rank + i;
}

CASE(send_modes)
{
    int data[64], bytes = 1000 + MPI_BSEND_OVERHEAD, size = 0;
    void *room = malloc(bytes), *back = NULL;

    fill(data, 64);
    CALL(MPI_Buffer_attach, room, bytes);
    CALL(MPI_Bsend, data, 10, MPI_INT, RIGHT, 1, WORLD);
    receive(1, 10);
    CALL(MPI_Buffer_detach, &back, &size);
    CHECK(back == room && size == bytes);
    CALL(MPI_Send, data, 11, MPI_INT, RIGHT, 2, WORLD);
    receive(2, 11);
    if (odd_rank == 0)
        CALL(MPI_Ssend, data, 12, MPI_INT, RIGHT, 3, WORLD);
    receive(3, 12);
    if (odd_rank > 0)
        CALL(MPI_Ssend, data, 12, MPI_INT, RIGHT, 3, WORLD);
    free(room);
}

CASE(ready_send)
{
    int data[4] = { odd_rank, 1, 2, 3 }, room[4] = { -1 };
    MPI_Request request;

    CALL(MPI_Irecv, room, 4, MPI_INT, LEFT, 4, WORLD, &request);
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_Rsend, data, 4, MPI_INT, RIGHT, 4, WORLD);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(room[0] == LEFT && request == MPI_REQUEST_NULL);
}

CASE(any_source_and_tag)
{
    int mine = odd_rank * 10, value, seen = 0;
    MPI_Status status;

    CALL(MPI_Send, &mine, 1, MPI_INT, 0, 100 + odd_rank, WORLD);
    for (int i = 0; odd_rank == 0 && i < odd_ranks; i++) {
        CALL(MPI_Recv, &value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD,
             &status);
        CHECK(value == status.MPI_SOURCE * 10);
        CHECK(status.MPI_TAG == 100 + status.MPI_SOURCE);
        seen += 1 << status.MPI_SOURCE;
    }
    CHECK(odd_rank != 0 || seen == (1 << odd_ranks) - 1);
    CALL(MPI_Barrier, WORLD);
}

CASE(truncation_returns_an_error)
{
    int data[8] = { 7, 6, 5, 4, 3, 2, 1, 0 }, room[8] = { 0 }, code;
    MPI_Status status;

    set_errors_return(MPI_COMM_WORLD);
    CALL(MPI_Send, data, 8, MPI_INT, RIGHT, 5, WORLD);
    code = CALL(MPI_Recv, room, 3, MPI_INT, LEFT, 5, WORLD, &status);
    CHECK(error_class(code) == MPI_ERR_TRUNCATE);
    CHECK(room[3] == 0);
    set_errors_fatal(MPI_COMM_WORLD);
    CALL(MPI_Barrier, WORLD);
}

CASE(no_process)
{
    int data[4] = { 1, 2, 3, 4 }, room[4] = { 9, 9, 9, 9 }, got = -1;
    MPI_Status status;

    CALL(MPI_Send, data, 4, MPI_INT, MPI_PROC_NULL, 0, WORLD);
    CALL(MPI_Ssend, data, 4, MPI_INT, MPI_PROC_NULL, 0, WORLD);
    CALL(MPI_Rsend, data, 4, MPI_INT, MPI_PROC_NULL, 0, WORLD);
    CALL(MPI_Bsend, data, 4, MPI_INT, MPI_PROC_NULL, 0, WORLD);
    CALL(MPI_Recv, room, 4, MPI_INT, MPI_PROC_NULL, 77, WORLD, &status);
    CALL(MPI_Get_count, &status, MPI_INT, &got);
    CHECK(got == 0 && room[0] == 9);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL &&
          status.MPI_TAG == MPI_ANY_TAG);
    CALL(MPI_Sendrecv, data, 4, MPI_INT, MPI_PROC_NULL, 1, room, 4, MPI_INT,
         MPI_PROC_NULL, 1, WORLD, MPI_STATUS_IGNORE);
    CALL(MPI_Sendrecv_replace, data, 4, MPI_INT, MPI_PROC_NULL, 1,
         MPI_PROC_NULL, 1, WORLD, &status);
    CHECK(data[0] == 1 && status.MPI_SOURCE == MPI_PROC_NULL);
}

CASE(probes_of_no_process)
{
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    int flag = 0, got = -1;

    CALL(MPI_Probe, MPI_PROC_NULL, 3, WORLD, &status);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
    CALL(MPI_Iprobe, MPI_PROC_NULL, 3, WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(flag);
    CALL(MPI_Mprobe, MPI_PROC_NULL, 3, WORLD, &message, &status);
    CHECK(message == MPI_MESSAGE_NO_PROC);
    CALL(MPI_Mrecv, NULL, 0, MPI_INT, &message, &status);
    CALL(MPI_Get_count, &status, MPI_INT, &got);
    CHECK(got == 0 && message == MPI_MESSAGE_NULL);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
}

CASE(exchange_on_a_ring)
{
    int data[3] = { odd_rank, 1, 2 }, room[5] = { -1, -1, -1, -1, -1 };
    int got = -1;
    MPI_Status status;

    CALL(MPI_Sendrecv, data, 3, MPI_INT, RIGHT, 6, room, 5, MPI_INT, LEFT, 6,
         WORLD, &status);
    CALL(MPI_Get_count, &status, MPI_INT, &got);
    CHECK(got == 3 && room[0] == LEFT && room[3] == -1);
    CALL(MPI_Sendrecv, data, 1, MPI_INT, RIGHT, 7, room, 3, MPI_INT,
         MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, MPI_STATUS_IGNORE);
    CHECK(room[0] == LEFT);
}

CASE(exchange_in_place)
{
    int data[1000];
    MPI_Status status;

    fill(data, 1000);
    CALL(MPI_Sendrecv_replace, data, 1000, MPI_INT, RIGHT, 8, LEFT, 8, WORLD,
         &status);
    CHECK(data[0] == LEFT && data[999] == LEFT + 999);
    CALL(MPI_Sendrecv_replace, data, 1000, MPI_INT, odd_rank, 8, odd_rank,
         MPI_ANY_TAG, WORLD, MPI_STATUS_IGNORE);
    CHECK(data[0] == LEFT);
}

CASE(half_of_an_exchange)
{
    int right = odd_rank + 1 < odd_ranks ? odd_rank + 1 : MPI_PROC_NULL;
    int left = odd_rank > 0 ? odd_rank - 1 : MPI_PROC_NULL;
    int data = odd_rank, room = -5;
    MPI_Status status;

    CALL(MPI_Sendrecv, &data, 1, MPI_INT, right, 9, &room, 1, MPI_INT, left,
         9, WORLD, &status);
    CHECK(room == (odd_rank > 0 ? odd_rank - 1 : -5));
    CHECK(status.MPI_SOURCE == left);
}

CASE(nothing_in_a_message)
{
    MPI_Status status;
    int got = -1;

    CALL(MPI_Send, NULL, 0, MPI_DOUBLE, RIGHT, 10, WORLD);
    CALL(MPI_Recv, NULL, 0, MPI_CHAR, LEFT, 10, WORLD, &status);
    CALL(MPI_Get_count, &status, MPI_DOUBLE, &got);
    CHECK(got == 0);
}

CASE(probe_then_receive)
{
    int data[64], got = -1, flag = 0;
    MPI_Status status;

    fill(data, 64);
    CALL(MPI_Send, data, 13, MPI_INT, RIGHT, 11, WORLD);
    CALL(MPI_Probe, MPI_ANY_SOURCE, 11, WORLD, &status);
    CALL(MPI_Get_count, &status, MPI_INT, &got);
    CHECK(got == 13 && status.MPI_SOURCE == LEFT);
    receive(11, 13);
    CALL(MPI_Send, data, 14, MPI_INT, RIGHT, 12, WORLD);
    while (!flag)
        CALL(MPI_Iprobe, LEFT, 12, WORLD, &flag, &status);
    CALL(MPI_Get_count, &status, MPI_INT, &got);
    CHECK(got == 14);
    receive(12, 14);
    CALL(MPI_Probe, MPI_PROC_NULL, 12, WORLD, MPI_STATUS_IGNORE);
    CALL(MPI_Iprobe, LEFT, 13, WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
}

CASE(matched_probes)
{
    int data[64], room[64] = { 0 }, flag = 0, got = -1;
    MPI_Message message, second = MPI_MESSAGE_NULL;
    MPI_Request request;
    MPI_Status status;

    fill(data, 64);
    CALL(MPI_Send, data, 3, MPI_INT, RIGHT, 14, WORLD);
    CALL(MPI_Send, data, 4, MPI_INT, RIGHT, 14, WORLD);
    CALL(MPI_Mprobe, MPI_ANY_SOURCE, 14, WORLD, &message, &status);
    CHECK(status.MPI_SOURCE == LEFT);
    while (!flag)
        CALL(MPI_Improbe, LEFT, MPI_ANY_TAG, WORLD, &flag, &second,
             MPI_STATUS_IGNORE);
    CALL(MPI_Imrecv, room, 64, MPI_INT, &second, &request);
    CALL(MPI_Mrecv, room + 10, 10, MPI_INT, &message, &status);
    CALL(MPI_Get_count, &status, MPI_INT, &got);
    CHECK(got == 3 && message == MPI_MESSAGE_NULL);
    CALL(MPI_Wait, &request, &status);
    CALL(MPI_Get_count, &status, MPI_INT, &got);
    CHECK(got == 4 && room[3] == LEFT + 3 && status.MPI_TAG == 14);
}

CASE(improbe_finds_nothing)
{
    MPI_Message message = MPI_MESSAGE_NULL;
    int flag = 1;

    CALL(MPI_Barrier, WORLD);
    CALL(MPI_Improbe, LEFT, 999, WORLD, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(!flag);
}

CASE(matched_and_truncated)
{
    int data[8] = { 1 }, room[8] = { 0 }, code;
    MPI_Message message;
    MPI_Status status;

    set_errors_return(WORLD);
    CALL(MPI_Send, data, 8, MPI_INT, RIGHT, 15, WORLD);
    CALL(MPI_Mprobe, LEFT, 15, WORLD, &message, MPI_STATUS_IGNORE);
    code = CALL(MPI_Mrecv, room, 2, MPI_INT, &message, &status);
    CHECK(error_class(code) == MPI_ERR_TRUNCATE);
    set_errors_fatal(WORLD);
}

CASE(message_to_itself)
{
    int value = 17 + odd_rank, room = 0;
    MPI_Request request;

    CALL(MPI_Irecv, &room, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    CALL(MPI_Send, &value, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(room == value);
    CALL(MPI_Sendrecv, &value, 1, MPI_INT, odd_rank, 0, &room, 1, MPI_INT,
         MPI_ANY_SOURCE, 0, WORLD, MPI_STATUS_IGNORE);
    CHECK(room == value);
}

CASE(largest_tag)
{
    int *upper = NULL, flag = 0, data = 5, room = 0;
    MPI_Status status;

    CALL(MPI_Comm_get_attr, WORLD, MPI_TAG_UB, &upper, &flag);
    CHECK(flag && *upper >= 32767);
    CALL(MPI_Sendrecv, &data, 1, MPI_INT, RIGHT, *upper, &room, 1, MPI_INT,
         LEFT, *upper, WORLD, &status);
    CHECK(status.MPI_TAG == *upper && room == 5);
}

CASE(not_overtaking)
{
    int room[20];

    for (int i = 0; i < 20; i++)
        CALL(MPI_Send, &i, 1, MPI_INT, RIGHT, 16, WORLD);
    for (int i = 0; i < 20; i++)
        CALL(MPI_Recv, &room[i], 1, MPI_INT, LEFT, 16, WORLD,
             MPI_STATUS_IGNORE);
    for (int i = 0; i < 20; i++)
        CHECK(room[i] == i);
}

CASE(tags_out_of_order)
{
    int data = odd_rank, room = -1;

    CALL(MPI_Send, &data, 1, MPI_INT, RIGHT, 17, WORLD);
    CALL(MPI_Send, &data, 1, MPI_INT, RIGHT, 18, WORLD);
    CALL(MPI_Recv, &room, 1, MPI_INT, LEFT, 18, WORLD, MPI_STATUS_IGNORE);
    CALL(MPI_Recv, &room, 1, MPI_INT, LEFT, 17, WORLD, MPI_STATUS_IGNORE);
    CHECK(room == LEFT);
}

CASE(count_that_does_not_fit)
{
    char data[7] = "abcdef";
    int room[4], got = 0, elements = 0;
    MPI_Count many = 0;
    MPI_Status status;

    CALL(MPI_Sendrecv, data, 7, MPI_BYTE, RIGHT, 19, room, sizeof(room),
         MPI_BYTE, LEFT, 19, WORLD, &status);
    CALL(MPI_Get_count, &status, MPI_INT, &got);
    CHECK(got == MPI_UNDEFINED);
    CALL(MPI_Get_elements, &status, MPI_BYTE, &elements);
    CALL(MPI_Get_elements_x, &status, MPI_BYTE, &many);
    CHECK(elements == 7 && many == 7);
}

CASE(bad_arguments_return)
{
    int data = 0;

    set_errors_return(WORLD);
    CHECK(error_class(CALL(MPI_Send, &data, 1, MPI_INT, odd_ranks + 5, 0,
                           WORLD)) == MPI_ERR_RANK);
    CHECK(error_class(CALL(MPI_Send, &data, -1, MPI_INT, RIGHT, 0, WORLD)) ==
          MPI_ERR_COUNT);
    CHECK(error_class(CALL(MPI_Send, &data, 1, MPI_DATATYPE_NULL, RIGHT, 0,
                           WORLD)) == MPI_ERR_TYPE);
    CHECK(error_class(CALL(MPI_Recv, &data, 1, MPI_INT, -55, 0, WORLD,
                           MPI_STATUS_IGNORE)) == MPI_ERR_RANK);
    CHECK(error_class(CALL(MPI_Send, &data, 1, MPI_INT, RIGHT, -3, WORLD)) ==
          MPI_ERR_TAG);
    set_errors_fatal(WORLD);
}

CASE(null_communicator_returns)
{
    int data = 0, code;

    /* Errors without a communicator are raised on this one. */
    set_errors_return(MPI_COMM_WORLD);
    set_errors_return(MPI_COMM_SELF);
    code = CALL(MPI_Send, &data, 1, MPI_INT, 0, 0, MPI_COMM_NULL);
    CHECK(error_class(code) == MPI_ERR_COMM);
    code = CALL(MPI_Barrier, MPI_COMM_NULL);
    CHECK(error_class(code) == MPI_ERR_COMM);
    set_errors_fatal(MPI_COMM_SELF);
    set_errors_fatal(MPI_COMM_WORLD);
}

CASE(status_is_the_programs)
{
    MPI_Status status;
    int flag = 1, got = 0;

    memset(&status, 0, sizeof(status));
    CALL(MPI_Status_set_cancelled, &status, 1);
    CALL(MPI_Test_cancelled, &status, &flag);
    CHECK(flag);
    CALL(MPI_Status_set_elements, &status, MPI_INT, 5);
    CALL(MPI_Get_count, &status, MPI_INT, &got);
    CHECK(got == 5);
    CALL(MPI_Status_set_elements_x, &status, MPI_INT, (MPI_Count)6);
    CALL(MPI_Get_elements, &status, MPI_INT, &got);
    CHECK(got == 6);
}

CASE(error_field_is_kept)
{
    MPI_Status status;
    int data = 1, room = 0;

    memset(&status, 0, sizeof(status));
    status.MPI_ERROR = 4711;
    CALL(MPI_Sendrecv, &data, 1, MPI_INT, RIGHT, 20, &room, 1, MPI_INT, LEFT,
         20, WORLD, &status);
    CALL(MPI_Send, &data, 1, MPI_INT, RIGHT, 20, WORLD);
    CALL(MPI_Recv, &room, 1, MPI_INT, LEFT, 20, WORLD, &status);
    CHECK(status.MPI_SOURCE == LEFT && room == 1);
}

#if MPI_VERSION >= 4
CASE(nonblocking_exchange)
{
    int data[2] = { odd_rank, 5 }, room[2] = { -1, -1 };
    MPI_Request requests[2];

    CALL(MPI_Isendrecv, data, 2, MPI_INT, RIGHT, 21, room, 2, MPI_INT, LEFT,
         21, WORLD, &requests[0]);
    CALL(MPI_Wait, &requests[0], MPI_STATUS_IGNORE);
    CHECK(room[0] == LEFT);
    CALL(MPI_Isendrecv_replace, data, 2, MPI_INT, RIGHT, 22, LEFT, 22, WORLD,
         &requests[0]);
    CALL(MPI_Isendrecv, room, 1, MPI_INT, LEFT, 23, room + 1, 1, MPI_INT,
         RIGHT, 23, WORLD, &requests[1]);
    CALL(MPI_Waitall, 2, requests, MPI_STATUSES_IGNORE);
    CHECK(data[0] == LEFT && room[1] == odd_rank);
}

JOB(nonblocking_with_no_process, 2, 0)
{
    int data = 1, room = 2;
    MPI_Request request;

    odd_init();
    CALL(MPI_Isendrecv, &data, 1, MPI_INT, MPI_PROC_NULL, 0, &room, 1,
         MPI_INT, MPI_PROC_NULL, 0, WORLD, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(room == 2);
    odd_finalize();
}
#else
ABSENT(nonblocking_sendrecv, "MPI_Isendrecv is not in mpi.h")
#endif
