/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * p2p.c - every way of sending and receiving, with known counts and bytes.
 *
 *     mpiexec -n 3 ./p2p PREFIX      (2 ranks or more)
 *
 * The ranks stand in a ring; each sends to its right, receives from its left.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <unistd.h>

#include "expect_main.h"

#define ROOM 1000 /* receives offer more than comes */
#define BYTES(count) ((uint64_t)(count) * sizeof(int))

static int data[ROOM], room[ROOM];

typedef int send_call(const void *, int, MPI_Datatype, int, int, MPI_Comm);
typedef int isend_call(const void *, int, MPI_Datatype, int, int, MPI_Comm,
                       MPI_Request *);

static void barrier(void)
{
    CALL(MPI_Barrier, MPI_COMM_WORLD);
}

static void post_receive(MPI_Request *request)
{
    CALL(MPI_Irecv, room, ROOM, MPI_INT, left, 5, MPI_COMM_WORLD, request);
}

static void wait_for(MPI_Request *request, uint64_t in)
{
    MOVES(0, in, MPI_Wait, request, MPI_STATUS_IGNORE);
}

/* ---- blocking ---- */

static void receive(int source, MPI_Comm comm, int count)
{
    MOVES(0, BYTES(count), MPI_Recv, room, ROOM, MPI_INT, source, 5, comm,
          MPI_STATUS_IGNORE);
}

/* Once around the ring, safe for synchronous sends too. */
static void pass(send_call *send, const char *name, int count)
{
    if (me > 0)
        receive(left, MPI_COMM_WORLD, count);
    send(data, count, MPI_INT, right, 5, MPI_COMM_WORLD);
    expect(name, 1, BYTES(count), 0);
    if (me == 0)
        receive(MPI_ANY_SOURCE, MPI_COMM_WORLD, count);
}

static void ready_send(int count)
{
    MPI_Request request;

    post_receive(&request);
    barrier();
    MOVES(BYTES(count), 0, MPI_Rsend, data, count, MPI_INT, right, 5,
          MPI_COMM_WORLD);
    wait_for(&request, BYTES(count));
}

static void exchange(int count)
{
    MPI_Status status;

    MOVES(BYTES(count), BYTES(count), MPI_Sendrecv, data, count, MPI_INT, right,
          5, room, ROOM, MPI_INT, left, 5, MPI_COMM_WORLD, &status);
    MOVES(BYTES(count), BYTES(count), MPI_Sendrecv_replace, data, count,
          MPI_INT, right, 5, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void blocking(void)
{
    pass(MPI_Send, "MPI_Send", 10);
    pass(MPI_Send, "MPI_Send", 0);
    pass(MPI_Bsend, "MPI_Bsend", 11);
    pass(MPI_Ssend, "MPI_Ssend", 12);
    ready_send(13);
    exchange(14);
}

/* ---- nonblocking ---- */

static void start_pair(isend_call *isend, const char *name, int count,
                       MPI_Request requests[2])
{
    post_receive(&requests[0]);
    if (isend == MPI_Irsend)
        barrier();
    isend(data, count, MPI_INT, right, 5, MPI_COMM_WORLD, &requests[1]);
    expect(name, 1, BYTES(count), 0);
}

static void wait_for_both(MPI_Request requests[2], int count)
{
    MPI_Status statuses[2];

    MOVES(0, BYTES(count), MPI_Waitall, 2, requests, statuses);
}

static void immediate(isend_call *isend, const char *name, int count)
{
    MPI_Request requests[2];

    start_pair(isend, name, count, requests);
    wait_for_both(requests, count);
}

static void by_waitany(int count)
{
    MPI_Request requests[2];
    int index;

    start_pair(MPI_Isend, "MPI_Isend", count, requests);
    do {
        MOVES(0, index == 0 ? BYTES(count) : 0, MPI_Waitany, 2, requests,
              &index, MPI_STATUS_IGNORE);
    } while (index != MPI_UNDEFINED); /* the last one finds null requests */
}

static void by_waitsome(int count)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int done, indices[2];

    start_pair(MPI_Isend, "MPI_Isend", count, requests);
    do {
        uint64_t in = 0;

        MPI_Waitsome(2, requests, &done, indices, statuses);
        for (int i = 0; done != MPI_UNDEFINED && i < done; i++)
            in += indices[i] == 0 ? BYTES(count) : 0;
        expect("MPI_Waitsome", 1, 0, in);
    } while (done != MPI_UNDEFINED);
}

static void by_test(int count)
{
    MPI_Request requests[2];

    start_pair(MPI_Isend, "MPI_Isend", count, requests);
    for (int i = 0; i < 2; i++)
        for (int flag = 0; !flag; usleep(100))
            MOVES(0, flag && i == 0 ? BYTES(count) : 0, MPI_Test, &requests[i],
                  &flag, MPI_STATUS_IGNORE);
}

static void by_testall(int count)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int flag = 0;

    start_pair(MPI_Isend, "MPI_Isend", count, requests);
    for (; !flag; usleep(100))
        MOVES(0, flag ? BYTES(count) : 0, MPI_Testall, 2, requests, &flag,
              statuses);
}

static void by_testany(int count)
{
    MPI_Request requests[2];
    int flag, index = 0;

    start_pair(MPI_Isend, "MPI_Isend", count, requests);
    for (; index != MPI_UNDEFINED || !flag; usleep(100))
        MOVES(0, flag && index == 0 ? BYTES(count) : 0, MPI_Testany, 2,
              requests, &index, &flag, MPI_STATUS_IGNORE);
}

static void by_testsome(int count)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int done = 0, indices[2];

    start_pair(MPI_Isend, "MPI_Isend", count, requests);
    for (; done != MPI_UNDEFINED; usleep(100)) {
        uint64_t in = 0;

        MPI_Testsome(2, requests, &done, indices, statuses);
        for (int i = 0; done != MPI_UNDEFINED && i < done; i++)
            in += indices[i] == 0 ? BYTES(count) : 0;
        expect("MPI_Testsome", 1, 0, in);
    }
}

static void cancel_receive(void)
{
    MPI_Request request;

    CALL(MPI_Irecv, room, ROOM, MPI_INT, left, 999, MPI_COMM_WORLD, &request);
    CALL(MPI_Cancel, &request);
    wait_for(&request, 0);
}

static void nonblocking(void)
{
    immediate(MPI_Isend, "MPI_Isend", 20);
    immediate(MPI_Ibsend, "MPI_Ibsend", 21);
    immediate(MPI_Issend, "MPI_Issend", 22);
    immediate(MPI_Irsend, "MPI_Irsend", 23);
    by_waitany(24);
    by_waitsome(25);
    by_test(26);
    by_testall(27);
    by_testany(28);
    by_testsome(29);
    cancel_receive();
}

/* ---- persistent ---- */

static void start_each(MPI_Request requests[2], int ready, int count)
{
    CALL(MPI_Start, &requests[0]);
    if (ready)
        barrier();
    MOVES(BYTES(count), 0, MPI_Start, &requests[1]);
}

static void start_together(MPI_Request requests[2], int count)
{
    MOVES(BYTES(count), 0, MPI_Startall, 2, requests);
}

static void repeat(isend_call *init, const char *name, int count)
{
    MPI_Request requests[2];
    int ready = init == MPI_Rsend_init;

    CALL(MPI_Recv_init, room, ROOM, MPI_INT, left, 5, MPI_COMM_WORLD,
         &requests[0]);
    init(data, count, MPI_INT, right, 5, MPI_COMM_WORLD, &requests[1]);
    expect(name, 1, 0, 0);
    for (int i = 0; i < 3; i++) {
        if (i == 1 && !ready)
            start_together(requests, count);
        else
            start_each(requests, ready, count);
        wait_for_both(requests, count);
    }
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&requests[i]);
    expect("MPI_Request_free", 2, 0, 0);
}

static void persistent(void)
{
    repeat(MPI_Send_init, "MPI_Send_init", 30);
    repeat(MPI_Bsend_init, "MPI_Bsend_init", 31);
    repeat(MPI_Ssend_init, "MPI_Ssend_init", 32);
    repeat(MPI_Rsend_init, "MPI_Rsend_init", 33);
}

/* ---- probes ---- */

static void send_right(int count)
{
    MOVES(BYTES(count), 0, MPI_Send, data, count, MPI_INT, right, 5,
          MPI_COMM_WORLD);
}

static void by_probe(int count)
{
    MPI_Status status;

    send_right(count);
    CALL(MPI_Probe, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    receive(status.MPI_SOURCE, MPI_COMM_WORLD, count);
}

static void by_iprobe(int count)
{
    send_right(count);
    for (int flag = 0; !flag; usleep(100))
        CALL(MPI_Iprobe, left, 5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    receive(left, MPI_COMM_WORLD, count);
}

static void by_mprobe(int count)
{
    MPI_Message message;

    send_right(count);
    CALL(MPI_Mprobe, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &message,
         MPI_STATUS_IGNORE);
    MOVES(0, BYTES(count), MPI_Mrecv, room, ROOM, MPI_INT, &message,
          MPI_STATUS_IGNORE);
}

static void by_improbe(int count)
{
    MPI_Message message;
    MPI_Request request;

    send_right(count);
    for (int flag = 0; !flag; usleep(100))
        CALL(MPI_Improbe, left, 5, MPI_COMM_WORLD, &flag, &message,
             MPI_STATUS_IGNORE);
    CALL(MPI_Imrecv, room, ROOM, MPI_INT, &message, &request);
    wait_for(&request, BYTES(count));
}

/* ---- nobody, types, communicators ---- */

/* Messages to and from MPI_PROC_NULL do not exist. */
static void nobody(void)
{
    MPI_Request requests[2];

    CALL(MPI_Send, data, 40, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD);
    receive(MPI_PROC_NULL, MPI_COMM_WORLD, 0);
    CALL(MPI_Irecv, room, 40, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD,
         &requests[0]);
    CALL(MPI_Isend, data, 40, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD,
         &requests[1]);
    wait_for_both(requests, 0);
    CALL(MPI_Sendrecv, data, 40, MPI_INT, MPI_PROC_NULL, 5, room, ROOM, MPI_INT,
         MPI_PROC_NULL, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* 7 blocks of 3 numbers with gaps: 21 numbers are sent. */
static void spread_out(void)
{
    MPI_Datatype blocks;

    CALL(MPI_Type_vector, 7, 3, 10, MPI_INT, &blocks);
    CALL(MPI_Type_commit, &blocks);
    MOVES(BYTES(21), BYTES(21), MPI_Sendrecv, data, 1, blocks, right, 5, room,
          ROOM, MPI_INT, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CALL(MPI_Type_free, &blocks);
}

/* The ring again, the other way round, in a communicator of its own. */
static void other_communicator(int count)
{
    MPI_Comm comm;
    int there;

    CALL(MPI_Comm_split, MPI_COMM_WORLD, 0, -me, &comm);
    there = ranks - 1 - me;
    MOVES(BYTES(count), BYTES(count), MPI_Sendrecv, data, count, MPI_INT,
          (there + 1) % ranks, 5, room, ROOM, MPI_INT, MPI_ANY_SOURCE, 5, comm,
          MPI_STATUS_IGNORE);
    CALL(MPI_Comm_free, &comm);
}

/* ---- the run ---- */

EXPECT_MAIN(2, MOST_RANKS)
{
    static char buffer[100000];
    void *detached;
    int size;

    CALL(MPI_Buffer_attach, buffer, sizeof buffer);
    blocking();
    nonblocking();
    persistent();
    by_probe(50);
    by_iprobe(51);
    by_mprobe(52);
    by_improbe(53);
    nobody();
    spread_out();
    for (int i = 0; i < 3; i++)
        other_communicator(60 + i);
    CALL(MPI_Buffer_detach, &detached, &size);
}
