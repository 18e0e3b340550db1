/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_callbacks.c - functions of the program that MPI calls, and what they do to
 * objects that are used elsewhere: none of these calls is counted, and the bytes of
 * the others are right when a handle comes again.
 * odd-bytes: all
 * odd-lost: nobody sees that a request is finished there
 * odd-remark: Still open at MPI_Finalize */
#include "odd.h"

#define WORLD MPI_COMM_WORLD
#define MOST 9
#define INTS(count) ((long long)(count) * (long long)sizeof(int))

static int data[MOST], room[MOST];

/* Calls `callback' with `value' from inside MPI_Comm_free. */
static void call_back(MPI_Comm_delete_attr_function *callback, void *value)
{
    MPI_Comm comm;
    int key;

    CALL(MPI_Comm_create_keyval, MPI_COMM_NULL_COPY_FN, callback, &key, NULL);
    CALL(MPI_Comm_dup, WORLD, &comm);
    CALL(MPI_Comm_set_attr, comm, key, value);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Comm_free_keyval, &key);
}

static int free_type(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm;
    (void)key;
    (void)extra;
    return UNSEEN(MPI_Type_free, value);
}

CASE(types_freed)
{
    MPI_Datatype type;

    for (int n = 1; n < MOST; n++) {
        CALL(MPI_Type_contiguous, n, MPI_INT, &type);
        CALL(MPI_Type_commit, &type);
        MOVES(INTS(n), INTS(n), MPI_Sendrecv, data, 1, type, RIGHT, 0, room, 1,
              type, LEFT, 0, WORLD, MPI_STATUS_IGNORE);
        call_back(free_type, &type);
        CHECK(type == MPI_DATATYPE_NULL);
    }
}

static int wait_for(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm;
    (void)key;
    (void)extra;
    return UNSEEN(MPI_Wait, value, MPI_STATUS_IGNORE);
}

CASE(requests_finished)
{
    MPI_Request request;

    for (int n = 1; n < MOST; n++) {
        MOVES(INTS(n), 0, MPI_Issend, data, n, MPI_INT, RIGHT, 0, WORLD,
              &request);
        MOVES(0, INTS(n), MPI_Recv, room, n, MPI_INT, LEFT, 0, WORLD,
              MPI_STATUS_IGNORE);
        call_back(wait_for, &request);
        CHECK(request == MPI_REQUEST_NULL);
        CALL(MPI_Irecv, room, n, MPI_INT, LEFT, 0, WORLD, &request);
        MOVES(INTS(n), 0, MPI_Send, data, n, MPI_INT, RIGHT, 0, WORLD);
        MOVES(0, INTS(n), MPI_Wait, &request, MPI_STATUS_IGNORE);
    }
}

/* ---- operators ---- */

static void add_and_look(void *in, void *sum, int *count, MPI_Datatype *type)
{
    int size, now;

    UNSEEN(MPI_Type_size, *type, &size);
    UNSEEN(MPI_Comm_rank, WORLD, &now);
    CHECK(size == (int)sizeof(int) && now == odd_rank);
    for (int i = 0; i < *count; i++)
        ((int *)sum)[i] += ((int *)in)[i];
}

CASE(an_operator_calls_mpi)
{
    long long all = INTS(3) * odd_ranks;
    MPI_Op op;

    CALL(MPI_Op_create, add_and_look, 1, &op);
    for (int i = 0; i < 3; i++)
        data[i] = 1;
    MOVES(all, all, MPI_Allreduce, data, room, 3, MPI_INT, op, WORLD);
    CHECK(room[0] == odd_ranks && room[2] == odd_ranks);
    CALL(MPI_Reduce_local, data, room, 3, MPI_INT, op);
    CHECK(room[1] == odd_ranks + 1);
    CALL(MPI_Op_free, &op);
}
