/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_traps.c - what has broken other tools and has no better place: a
 * program that looks for traces of a tool in MPI and in its own names.
 * odd-flags: -rdynamic
 * At MPI_Finalize of one case a receive is still open:
 * odd-remark: Still open at MPI_Finalize */
#include "odd.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define WORLD MPI_COMM_WORLD

/* ---- names of the program that mpiprof has too, and must not call ---- */

static int calls_of_ours;

#define OUR_OWN(name)           \
    int name(void);             \
    int name(void)              \
    {                           \
        return ++calls_of_ours; \
    }

OUR_OWN(log_warn)
OUR_OWN(log_info)
OUR_OWN(log_fail)
OUR_OWN(comms_find)
OUR_OWN(comms_created)
OUR_OWN(comms_generation)
OUR_OWN(datatypes_ask)
OUR_OWN(definitions_intern)
OUR_OWN(hook_state)
OUR_OWN(hook_wake)
OUR_OWN(next_find)
OUR_OWN(next_table)
OUR_OWN(profile_create)
OUR_OWN(record_send)
OUR_OWN(recorder)
OUR_OWN(requests_add)
OUR_OWN(requests_take)
OUR_OWN(scratch_get)
OUR_OWN(session)
OUR_OWN(start_measuring)
OUR_OWN(table_create)

JOB(names_like_ours, 2, 0)
{
    int data = 1, room = 0;
    MPI_Request request;
    MPI_Comm comm;

    odd_init();
    CALL(MPI_Comm_dup, WORLD, &comm);
    CALL(MPI_Irecv, &room, 1, MPI_INT, LEFT, 1, comm, &request);
    CALL(MPI_Send, &data, 1, MPI_INT, RIGHT, 1, comm);
    CALL(MPI_Waitall, 1, &request, MPI_STATUSES_IGNORE);
    CALL(MPI_Comm_free, &comm);
    odd_finalize();
    CHECK(calls_of_ours == 0 && room == 1);
    CHECK(log_warn() == 1);
}

/* ---- attributes ---- */

/* Whatever is attached to the communicator, by keys near those of the
 * program. */
static void list_attributes(const char *what, MPI_Comm comm, int key)
{
    void *value = NULL;
    int flag, found = 0;

    for (int i = -60; i <= 60; i++) {
        flag = 0;
        if (PMPI_Comm_get_attr(comm, key + i, &value, &flag) == MPI_SUCCESS)
            found += flag;
    }
    if (odd_rank == 0)
        printf("%s: %d attributes\n", what, found);
}

JOB(attributes_nobody_set, 2, 0)
{
    MPI_Comm comm, self;
    int key;

    odd_init();
    CALL(MPI_Comm_dup, WORLD, &comm);
    CALL(MPI_Comm_dup, MPI_COMM_SELF, &self);
    CALL(MPI_Comm_create_keyval, MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN,
         &key, NULL);
    CALL(MPI_Comm_set_errhandler, WORLD, MPI_ERRORS_RETURN);
    CALL(MPI_Comm_set_errhandler, MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CALL(MPI_Comm_set_errhandler, comm, MPI_ERRORS_RETURN);
    CALL(MPI_Comm_set_errhandler, self, MPI_ERRORS_RETURN);
    list_attributes("world", WORLD, key);
    list_attributes("self", MPI_COMM_SELF, key);
    list_attributes("copy of world", comm, key);
    list_attributes("copy of self", self, key);
    CALL(MPI_Comm_free_keyval, &key);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Comm_free, &self);
    odd_finalize();
}

static int copied;

static int count_copies(MPI_Comm comm, int key, void *extra, void *value,
                        void *out, int *flag)
{
    (void)comm;
    (void)key;
    (void)extra;
    copied++;
    *(void **)out = value;
    *flag = 1;
    return MPI_SUCCESS;
}

/* A tool that duplicates MPI_COMM_WORLD for itself would call the program. */
JOB(copies_nobody_asked_for, 2, 0)
{
    static int value;
    MPI_Comm comm;
    int key;

    odd_init();
    CALL(MPI_Comm_create_keyval, count_copies, MPI_COMM_NULL_DELETE_FN, &key,
         NULL);
    CALL(MPI_Comm_set_attr, WORLD, key, &value);
    CALL(MPI_Comm_set_attr, MPI_COMM_SELF, key, &value);
    CALL(MPI_Comm_split, WORLD, 0, 0, &comm);
    CALL(MPI_Barrier, comm);
    CALL(MPI_Comm_free, &comm);
    odd_finalize();
    CHECK(copied == 0);
}

/* ---- messages ---- */

static MPI_Request wildcard;
static int got;

/* MPI_Finalize first deletes what is attached to MPI_COMM_SELF, while all of
 * MPI still works. */
static int at_finalize(MPI_Comm comm, int key, void *value, void *extra)
{
    int number = 4711;

    (void)comm;
    (void)key;
    (void)value;
    (void)extra;
    if (odd_rank == 1) {
        UNSEEN(MPI_Send, &number, 1, MPI_INT, 0, 77, WORLD);
    } else if (odd_rank == 0) {
        UNSEEN(MPI_Wait, &wildcard, MPI_STATUS_IGNORE);
        CHECK(got == 4711);
    }
    return MPI_SUCCESS;
}

/* It takes any message of the world, and so any of a tool. */
JOB(open_for_anything, 2, 0)
{
    int key;

    odd_init();
    CALL(MPI_Comm_create_keyval, MPI_COMM_NULL_COPY_FN, at_finalize, &key,
         NULL);
    CALL(MPI_Comm_set_attr, MPI_COMM_SELF, key, NULL);
    if (odd_rank == 0)
        CALL(MPI_Irecv, &got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD,
             &wildcard);
    CALL(MPI_Barrier, WORLD);
    odd_finalize();
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The root of a small broadcast need not wait for anybody. */
JOB(root_does_not_wait, 2, 0)
{
    int value = 1;
    double took;

    odd_init();
    CALL(MPI_Bcast, &value, 1, MPI_INT, 0, WORLD);
    CALL(MPI_Barrier, WORLD);
    if (odd_rank != 0)
        sleep(2);
    took = seconds();
    CALL(MPI_Bcast, &value, 1, MPI_INT, 0, WORLD);
    took = seconds() - took;
    CHECK(odd_rank != 0 || took < 1);
    odd_finalize();
}

/* Calls that a tool may drop when there are too many. */
JOB(hundreds_of_thousands, 2, 0)
{
    int data = 0;

    odd_init();
    for (int i = 0; i < 250000; i++)
        CALL(MPI_Send, &data, 1, MPI_INT, MPI_PROC_NULL, 1, WORLD);
    odd_finalize();
}

/* More than some tables hold, all alive. */
JOB(more_than_1000_at_once, 2, 0)
{
    enum { MANY = 1100 };
    MPI_Comm *comms = malloc(MANY * sizeof(*comms));
    int one = 1, sum = 0;

    odd_init();
    for (int i = 0; i < MANY; i++)
        CALL(MPI_Comm_dup, MPI_COMM_SELF, &comms[i]);
    for (int i = 0; i < MANY; i++)
        CALL(MPI_Allreduce, &one, &sum, 1, MPI_INT, MPI_SUM, comms[i]);
    for (int i = 0; i < MANY; i++)
        CALL(MPI_Comm_free, &comms[i]);
    CHECK(sum == 1);
    odd_finalize();
    free(comms);
}

/* ---- the end ---- */

/* All are done but one, which leaves without a word.  On a busy machine
 * MPICH's launcher has killed the other before it looks who was first.
 * odd-again: one_exits 9 */
JOB(one_exits, 2, 5)
{
    odd_init();
    CALL(MPI_Barrier, WORLD);
    if (odd_rank == 1)
        _exit(5);
    sleep(30);
}
