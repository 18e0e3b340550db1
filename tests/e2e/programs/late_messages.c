/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * late_messages.c - messages of which one side comes late, for check_waits.py.
 *
 *     mpiexec -n 2 ./late_messages PREFIX
 *
 * A call that waits has a name; the call that it waits for is named
 * NAME.late.  How long: see check_waits.py.
 */
#include <mpi.h>
#include <stdlib.h>

#include "late_calls.h"

#define LARGE (4 << 20)

static char *buffer; /* of LARGE bytes */

static void wait_for(MPI_Request *request)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

/* ---- late senders ---- */

static void receive(void)
{
    together();
    if (me == 1) {
        SEND_LATE(300, "receive.late", 8, 0, 1, WORLD);
        return;
    }
    enter("receive");
    MPI_Recv(buffer, 8, MPI_BYTE, 1, 1, WORLD, MPI_STATUS_IGNORE);
    leave();
}

/* It does something else for some of the time. */
static void receive_nonblocking(void)
{
    MPI_Request request;

    together();
    if (me == 1) {
        SEND_LATE(250, "wait.late", 8, 0, 1, WORLD);
        return;
    }
    MPI_Irecv(buffer, 8, MPI_BYTE, 1, 1, WORLD, &request);
    nap(100);
    CALLED("wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void receive_persistent(void)
{
    MPI_Request request;

    together();
    if (me == 1) {
        SEND_LATE(100, "persistent.late", 8, 0, 1, WORLD);
        together();
        SEND_LATE(200, "persistent again.late", 8, 0, 1, WORLD);
        return;
    }
    MPI_Recv_init(buffer, 8, MPI_BYTE, 1, 1, WORLD, &request);
    MPI_Start(&request);
    CALLED("persistent", MPI_Wait(&request, MPI_STATUS_IGNORE));
    together();
    MPI_Start(&request);
    CALLED("persistent again", MPI_Wait(&request, MPI_STATUS_IGNORE));
    MPI_Request_free(&request);
}

static void receive_any(void)
{
    together();
    if (me == 1) {
        SEND_LATE(150, "any.late", 8, 0, 12, WORLD);
        return;
    }
    enter("any");
    MPI_Recv(buffer, 8, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD,
             MPI_STATUS_IGNORE);
    leave();
}

static void exchange(void)
{
    char other[8];

    together();
    if (me == 1)
        nap(150);
    enter("exchange");
    MPI_Sendrecv(buffer, 8, MPI_BYTE, 1 - me, 1, other, 8, MPI_BYTE, 1 - me,
                 1, WORLD, MPI_STATUS_IGNORE);
    leave();
}

/* Asking once is not waiting, but this goes on until the message is there. */
static void receive_tested(void)
{
    MPI_Request request;
    int done = 0;

    together();
    if (me == 1) {
        SEND_LATE(100, "test.late", 8, 0, 1, WORLD);
        return;
    }
    MPI_Irecv(buffer, 8, MPI_BYTE, 1, 1, WORLD, &request);
    while (!done) {
        CALLED("test", MPI_Test(&request, &done, MPI_STATUS_IGNORE));
        nap(2);
    }
}

/* Tag 1 is there while it waits for tag 2. */
static void receive_in_wrong_order(void)
{
    together();
    if (me == 1) {
        MPI_Send(buffer, 8, MPI_BYTE, 0, 1, WORLD);
        SEND_LATE(150, "order.late", 8, 0, 2, WORLD);
        return;
    }
    enter("order");
    MPI_Recv(buffer, 8, MPI_BYTE, 1, 2, WORLD, MPI_STATUS_IGNORE);
    leave();
    MPI_Recv(buffer, 8, MPI_BYTE, 1, 1, WORLD, MPI_STATUS_IGNORE);
}

/* The second message belongs to the second receive, which ends first. */
static void receive_as_posted(void)
{
    MPI_Request requests[2];

    together();
    if (me == 1) {
        SEND_LATE(50, "posted.early", 100, 0, 1, WORLD);
        SEND_LATE(100, "posted.late", 200, 0, 1, WORLD);
        return;
    }
    for (int i = 0; i < 2; i++)
        MPI_Irecv(buffer + 1000 * i, 1000, MPI_BYTE, 1, 1, WORLD,
                  &requests[i]);
    CALLED("posted", MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    wait_for(&requests[0]);
}

/* What is cancelled gets no message; with a tag and a sender of 0, for that
 * is what is not known of it. */
static void receive_cancelled(void)
{
    MPI_Request request;

    together();
    if (me == 1) {
        MPI_Irecv(buffer, 8, MPI_BYTE, 0, 0, WORLD, &request);
        MPI_Cancel(&request);
        wait_for(&request);
    }
    together();
    if (me == 0) {
        SEND_LATE(100, "cancelled.late", 8, 1, 0, WORLD);
        return;
    }
    enter("cancelled");
    MPI_Recv(buffer, 8, MPI_BYTE, 0, 0, WORLD, MPI_STATUS_IGNORE);
    leave();
}

static void receive_partly(void)
{
    together();
    if (me == 1) {
        SEND_LATE(100, "partly.late", 8, 0, 1, WORLD);
        return;
    }
    enter("partly");
    MPI_Recv(buffer, 1000, MPI_BYTE, 1, 1, WORLD, MPI_STATUS_IGNORE);
    leave();
}

/* The same ranks and tags; only the communicator says what is for whom. */
static void receive_in_two_comms(MPI_Comm other)
{
    MPI_Request in_world, in_other;

    together();
    if (me == 1) {
        SEND_LATE(100, "other comm.late", 8, 0, 1, other);
        SEND_LATE(150, "world.late", 16, 0, 1, WORLD);
        return;
    }
    MPI_Irecv(buffer, 16, MPI_BYTE, 1, 1, WORLD, &in_world);
    MPI_Irecv(buffer + 100, 8, MPI_BYTE, 1, 1, other, &in_other);
    CALLED("other comm", MPI_Wait(&in_other, MPI_STATUS_IGNORE));
    CALLED("world", MPI_Wait(&in_world, MPI_STATUS_IGNORE));
}

static void late_senders(MPI_Comm other)
{
    receive();
    receive_nonblocking();
    receive_persistent();
    receive_any();
    exchange();
    receive_tested();
    receive_in_wrong_order();
    receive_as_posted();
    receive_cancelled();
    receive_partly();
    receive_in_two_comms(other);
}

/* ---- late receivers ---- */

static void send_synchronous(void)
{
    MPI_Request request;

    together();
    if (me == 1) {
        RECEIVE_LATE(200, "synchronous.late", 8);
        RECEIVE_LATE(150, "synchronous wait.late", 8);
        return;
    }
    CALLED("synchronous", MPI_Ssend(buffer, 8, MPI_BYTE, 1, 1, WORLD));
    MPI_Issend(buffer, 8, MPI_BYTE, 1, 1, WORLD, &request);
    CALLED("synchronous wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* A small one is away at once; a large one need not be. */
static void send_standard(void)
{
    together();
    if (me == 1) {
        RECEIVE_LATE(100, "small.late", 8);
        RECEIVE_LATE(200, "large.late", LARGE);
        return;
    }
    CALLED("small", MPI_Send(buffer, 8, MPI_BYTE, 1, 1, WORLD));
    nap(120);
    CALLED("large", MPI_Send(buffer, LARGE, MPI_BYTE, 1, 1, WORLD));
}

static void late_receivers(void)
{
    send_synchronous();
    send_standard();
}

int main(int argc, char **argv)
{
    MPI_Comm other;

    begin_run(&argc, &argv, MPI_THREAD_SINGLE);
    buffer = calloc(1, LARGE);
    if (argc != 2 || ranks != 2 || buffer == NULL)
        MPI_Abort(WORLD, 2);
    CALLED("setup", MPI_Comm_dup(WORLD, &other));
    late_senders(other);
    late_receivers();
    CALLED("cleanup", MPI_Comm_free(&other));
    free(buffer);
    end_run(argv[1]);
    return 0;
}
