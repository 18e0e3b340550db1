/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * late_several.c - late messages among three ranks or of several threads, for
 * check_waits.py; as late_messages.c.
 *
 *     mpiexec -n 3 ./late_several PREFIX
 *     mpiexec -n 2 ./late_several PREFIX    (threads)
 *
 * The second ends with 77 without MPI_THREAD_MULTIPLE.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

#include "late_calls.h"

static char buffer[1000];

/* ---- three ranks ---- */

/* Both are late; only the longer wait counts. */
static void receive_several(void)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];

    together();
    if (me == 1)
        SEND_LATE(100, "several.early", 8, 0, 1, WORLD);
    if (me == 2)
        SEND_LATE(250, "several.late", 8, 0, 1, WORLD);
    if (me != 0)
        return;
    for (int i = 0; i < 2; i++)
        MPI_Irecv(buffer + 8 * i, 8, MPI_BYTE, i + 1, 1, WORLD,
                  &requests[i]);
    CALLED("several", MPI_Waitall(2, requests, statuses));
}

/* The late sender counts; that the receiver came later still does not. */
static void wait_for_both(void)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];

    together();
    if (me == 1)
        SEND_LATE(100, "both.late", 8, 0, 1, WORLD);
    if (me == 2)
        RECEIVE_LATE(250, "both.later", 8);
    if (me != 0)
        return;
    MPI_Irecv(buffer, 8, MPI_BYTE, 1, 1, WORLD, &requests[0]);
    MPI_Issend(buffer + 8, 8, MPI_BYTE, 2, 1, WORLD, &requests[1]);
    CALLED("both", MPI_Waitall(2, requests, statuses));
}

/* One after the other. */
static void receive_each(void)
{
    MPI_Request requests[2];
    int count, at[2];
    MPI_Status statuses[2];

    together();
    if (me == 1)
        SEND_LATE(100, "first of two.late", 8, 0, 1, WORLD);
    if (me == 2)
        SEND_LATE(200, "second of two.late", 8, 0, 1, WORLD);
    if (me != 0)
        return;
    for (int i = 0; i < 2; i++)
        MPI_Irecv(buffer + 8 * i, 8, MPI_BYTE, i + 1, 1, WORLD,
                  &requests[i]);
    CALLED("first of two", MPI_Waitany(2, requests, &at[0], &statuses[0]));
    CALLED("second of two", MPI_Waitsome(2, requests, &count, at, statuses));
}

/* The probe waits, not the call that receives what it found. */
static void receive_probed(void)
{
    MPI_Message message;
    MPI_Status status;

    together();
    if (me == 1)
        SEND_LATE(100, "matched.late", 8, 0, 1, WORLD);
    if (me == 2)
        SEND_LATE(200, "after.late", 16, 0, 1, WORLD);
    if (me != 0)
        return;
    CALLED("probe", MPI_Mprobe(MPI_ANY_SOURCE, 1, WORLD, &message, &status));
    CALLED("matched", MPI_Mrecv(buffer, 8, MPI_BYTE, &message, &status));
    enter("after");
    MPI_Recv(buffer, 16, MPI_BYTE, MPI_ANY_SOURCE, 1, WORLD, &status);
    leave();
}

/* Rank 2's is there while it waits for that of rank 1. */
static void receive_from_wrong_source(void)
{
    together();
    if (me == 1)
        SEND_LATE(150, "source.late", 8, 0, 1, WORLD);
    if (me == 2)
        MPI_Send(buffer, 8, MPI_BYTE, 0, 1, WORLD);
    if (me != 0)
        return;
    enter("source");
    MPI_Recv(buffer, 8, MPI_BYTE, 1, 1, WORLD, MPI_STATUS_IGNORE);
    leave();
    MPI_Recv(buffer, 8, MPI_BYTE, 2, 1, WORLD, MPI_STATUS_IGNORE);
}

/* Rank 1 is the second of its group, rank 2 the first of the other. */
static void receive_between_groups(MPI_Comm inter)
{
    together();
    if (me == 2)
        SEND_LATE(150, "between.late", 8, 1, 1, inter);
    if (me != 1)
        return;
    enter("between");
    MPI_Recv(buffer, 8, MPI_BYTE, MPI_ANY_SOURCE, 1, inter,
             MPI_STATUS_IGNORE);
    leave();
}

static void three(void)
{
    MPI_Comm half, inter;

    enter("setup");
    MPI_Comm_split(WORLD, me == 2, me, &half);
    MPI_Intercomm_create(half, 0, WORLD, me == 2 ? 0 : 2, 1, &inter);
    leave();
    receive_several();
    wait_for_both();
    receive_each();
    receive_probed();
    receive_from_wrong_source();
    receive_between_groups(inter);
    enter("cleanup");
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    leave();
}

/* ---- threads ---- */

static void *second_thread(void *unused)
{
    (void)unused;
    if (me == 1) {
        SEND_LATE(200, "thread.late", 8, 0, 2, WORLD);
        return NULL;
    }
    enter("thread");
    MPI_Recv(buffer, 8, MPI_BYTE, 1, 2, WORLD, MPI_STATUS_IGNORE);
    leave();
    return NULL;
}

/* Both threads of rank 0 wait, for different ones of rank 1. */
static void threads(void)
{
    char other[8];
    pthread_t thread;

    together();
    pthread_create(&thread, NULL, second_thread, NULL);
    if (me == 1) {
        SEND_LATE(100, "first thread.late", 8, 0, 1, WORLD);
    } else {
        enter("first thread");
        MPI_Recv(other, 8, MPI_BYTE, 1, 1, WORLD, MPI_STATUS_IGNORE);
        leave();
    }
    pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
    int provided = begin_run(&argc, &argv, MPI_THREAD_MULTIPLE);

    if (argc != 2)
        MPI_Abort(WORLD, 2);
    if (ranks == 2 && provided < MPI_THREAD_MULTIPLE) {
        MPI_Finalize();
        return 77;
    }
    if (ranks == 2)
        threads();
    else
        three();
    end_run(argv[1]);
    return 0;
}
