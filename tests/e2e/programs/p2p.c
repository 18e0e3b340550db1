/*
 * p2p.c - every way of sending and receiving, with known counts and bytes.
 *
 *     mpiexec -n 3 ./p2p PREFIX      (2 ranks or more)
 *
 * The ranks stand in a ring; each sends to its right, receives from its left.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "expect.h"

#define ROOM 1000 /* receives offer more than comes */
#define BYTES(count) ((uint64_t)(count) * sizeof(int))

static int me, ranks, left, right;
static int data[ROOM], room[ROOM];

typedef int send_call(const void *, int, MPI_Datatype, int, int, MPI_Comm);
typedef int isend_call(const void *, int, MPI_Datatype, int, int, MPI_Comm,
                       MPI_Request *);

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    expect("MPI_Barrier", 1, 0, 0);
}

static void post_receive(MPI_Request *request)
{
    MPI_Irecv(room, ROOM, MPI_INT, left, 5, MPI_COMM_WORLD, request);
    expect("MPI_Irecv", 1, 0, 0);
}

static void wait_for(MPI_Request *request, uint64_t in)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
    expect("MPI_Wait", 1, 0, in);
}

/* ---- blocking ---- */

static void receive(int source, MPI_Comm comm, int count)
{
    MPI_Recv(room, ROOM, MPI_INT, source, 5, comm, MPI_STATUS_IGNORE);
    expect("MPI_Recv", 1, 0, BYTES(count));
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
    MPI_Rsend(data, count, MPI_INT, right, 5, MPI_COMM_WORLD);
    expect("MPI_Rsend", 1, BYTES(count), 0);
    wait_for(&request, BYTES(count));
}

static void exchange(int count)
{
    MPI_Status status;

    MPI_Sendrecv(data, count, MPI_INT, right, 5, room, ROOM, MPI_INT, left, 5,
                 MPI_COMM_WORLD, &status);
    expect("MPI_Sendrecv", 1, BYTES(count), BYTES(count));
    MPI_Sendrecv_replace(data, count, MPI_INT, right, 5, left, 5,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect("MPI_Sendrecv_replace", 1, BYTES(count), BYTES(count));
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

    MPI_Waitall(2, requests, statuses);
    expect("MPI_Waitall", 1, 0, BYTES(count));
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
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
        expect("MPI_Waitany", 1, 0, index == 0 ? BYTES(count) : 0);
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
        for (int flag = 0; !flag; usleep(100)) {
            MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
            expect("MPI_Test", 1, 0, flag && i == 0 ? BYTES(count) : 0);
        }
}

static void by_testall(int count)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int flag = 0;

    start_pair(MPI_Isend, "MPI_Isend", count, requests);
    for (; !flag; usleep(100)) {
        MPI_Testall(2, requests, &flag, statuses);
        expect("MPI_Testall", 1, 0, flag ? BYTES(count) : 0);
    }
}

static void by_testany(int count)
{
    MPI_Request requests[2];
    int flag, index = 0;

    start_pair(MPI_Isend, "MPI_Isend", count, requests);
    for (; index != MPI_UNDEFINED || !flag; usleep(100)) {
        MPI_Testany(2, requests, &index, &flag, MPI_STATUS_IGNORE);
        expect("MPI_Testany", 1, 0, flag && index == 0 ? BYTES(count) : 0);
    }
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

    MPI_Irecv(room, ROOM, MPI_INT, left, 999, MPI_COMM_WORLD, &request);
    expect("MPI_Irecv", 1, 0, 0);
    MPI_Cancel(&request);
    expect("MPI_Cancel", 1, 0, 0);
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
    MPI_Start(&requests[0]);
    expect("MPI_Start", 1, 0, 0);
    if (ready)
        barrier();
    MPI_Start(&requests[1]);
    expect("MPI_Start", 1, BYTES(count), 0);
}

static void start_together(MPI_Request requests[2], int count)
{
    MPI_Startall(2, requests);
    expect("MPI_Startall", 1, BYTES(count), 0);
}

static void repeat(isend_call *init, const char *name, int count)
{
    MPI_Request requests[2];
    int ready = init == MPI_Rsend_init;

    MPI_Recv_init(room, ROOM, MPI_INT, left, 5, MPI_COMM_WORLD, &requests[0]);
    expect("MPI_Recv_init", 1, 0, 0);
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
    MPI_Send(data, count, MPI_INT, right, 5, MPI_COMM_WORLD);
    expect("MPI_Send", 1, BYTES(count), 0);
}

static void by_probe(int count)
{
    MPI_Status status;

    send_right(count);
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    expect("MPI_Probe", 1, 0, 0);
    receive(status.MPI_SOURCE, MPI_COMM_WORLD, count);
}

static void by_iprobe(int count)
{
    send_right(count);
    for (int flag = 0; !flag; usleep(100)) {
        MPI_Iprobe(left, 5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        expect("MPI_Iprobe", 1, 0, 0);
    }
    receive(left, MPI_COMM_WORLD, count);
}

static void by_mprobe(int count)
{
    MPI_Message message;

    send_right(count);
    MPI_Mprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    expect("MPI_Mprobe", 1, 0, 0);
    MPI_Mrecv(room, ROOM, MPI_INT, &message, MPI_STATUS_IGNORE);
    expect("MPI_Mrecv", 1, 0, BYTES(count));
}

static void by_improbe(int count)
{
    MPI_Message message;
    MPI_Request request;

    send_right(count);
    for (int flag = 0; !flag; usleep(100)) {
        MPI_Improbe(left, 5, MPI_COMM_WORLD, &flag, &message,
                    MPI_STATUS_IGNORE);
        expect("MPI_Improbe", 1, 0, 0);
    }
    MPI_Imrecv(room, ROOM, MPI_INT, &message, &request);
    expect("MPI_Imrecv", 1, 0, 0);
    wait_for(&request, BYTES(count));
}

/* ---- nobody, types, communicators ---- */

/* Messages to and from MPI_PROC_NULL do not exist. */
static void nobody(void)
{
    MPI_Request requests[2];

    MPI_Send(data, 40, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD);
    expect("MPI_Send", 1, 0, 0);
    receive(MPI_PROC_NULL, MPI_COMM_WORLD, 0);
    MPI_Irecv(room, 40, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD,
              &requests[0]);
    expect("MPI_Irecv", 1, 0, 0);
    MPI_Isend(data, 40, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD,
              &requests[1]);
    expect("MPI_Isend", 1, 0, 0);
    wait_for_both(requests, 0);
    MPI_Sendrecv(data, 40, MPI_INT, MPI_PROC_NULL, 5, room, ROOM, MPI_INT,
                 MPI_PROC_NULL, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect("MPI_Sendrecv", 1, 0, 0);
}

/* 7 blocks of 3 numbers with gaps: 21 numbers are sent. */
static void spread_out(void)
{
    MPI_Datatype blocks;

    MPI_Type_vector(7, 3, 10, MPI_INT, &blocks);
    expect("MPI_Type_vector", 1, 0, 0);
    MPI_Type_commit(&blocks);
    expect("MPI_Type_commit", 1, 0, 0);
    MPI_Sendrecv(data, 1, blocks, right, 5, room, ROOM, MPI_INT, left, 5,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect("MPI_Sendrecv", 1, BYTES(21), BYTES(21));
    MPI_Type_free(&blocks);
    expect("MPI_Type_free", 1, 0, 0);
}

/* The ring again, the other way round, in a communicator of its own. */
static void other_communicator(int count)
{
    MPI_Comm comm;
    int there;

    MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &comm);
    expect("MPI_Comm_split", 1, 0, 0);
    there = ranks - 1 - me;
    MPI_Sendrecv(data, count, MPI_INT, (there + 1) % ranks, 5, room, ROOM,
                 MPI_INT, MPI_ANY_SOURCE, 5, comm, MPI_STATUS_IGNORE);
    expect("MPI_Sendrecv", 1, BYTES(count), BYTES(count));
    MPI_Comm_free(&comm);
    expect("MPI_Comm_free", 1, 0, 0);
}

/* ---- the run ---- */

static void run(void)
{
    static char buffer[100000];
    void *detached;
    int size;

    MPI_Buffer_attach(buffer, sizeof buffer);
    expect("MPI_Buffer_attach", 1, 0, 0);
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
    MPI_Buffer_detach(&detached, &size);
    expect("MPI_Buffer_detach", 1, 0, 0);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    expect("MPI_Init", 1, 0, 0);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 2 || ranks < 2) {
        fprintf(stderr, "usage: mpiexec -n 2... p2p PREFIX\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    right = (me + 1) % ranks;
    left = (me + ranks - 1) % ranks;
    run();
    expect("MPI_Finalize", 1, 0, 0);
    expect_write(argv[1], me);
    MPI_Finalize();
    return 0;
}
