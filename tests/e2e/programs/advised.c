/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * advised.c - two ranks that do one thing wrong, for check_advice.py.
 *
 *     mpiexec -n 2 ./advised CASE [FILE]
 *
 * Work is sleeping, so that in virtual time it takes as long as it says.
 */
#include <fcntl.h>
#include <mpi.h>
#include <mpiprof.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WORLD MPI_COMM_WORLD
#define LARGE (4 << 20)

static int me;
static const char *file_name;
static char *buffer; /* of 2 x LARGE bytes */

static void work(int ms)
{
    struct timespec time = { ms / 1000, ms % 1000 * 1000000L };

    nanosleep(&time, NULL);
}

static void unequal(void)
{
    MPIPROF_BEGIN("solve");
    work(me == 1 ? 400 : 200);
    MPIPROF_END("solve");
    MPI_Barrier(WORLD);
}

/* 2.5 MiB in 400 ms. */
static void read_slowly(void)
{
    int file = open("/dev/zero", O_RDONLY | O_CLOEXEC);

    for (int i = 0; i < 40; i++) {
        work(10);
        if (read(file, buffer, 65536) != 65536)
            MPI_Abort(WORLD, 3);
    }
    close(file);
}

static void reading(void)
{
    MPIPROF_BEGIN("solve");
    if (me == 1)
        read_slowly();
    else
        work(200);
    MPIPROF_END("solve");
    MPI_Barrier(WORLD);
}

/* The same work in all, spread evenly. */
static void equal(void)
{
    MPIPROF_BEGIN("solve");
    work(300);
    MPIPROF_END("solve");
    MPI_Barrier(WORLD);
}

static void serial(void)
{
    if (me == 0)
        work(300);
    MPI_Bcast(buffer, 8, MPI_BYTE, 0, WORLD);
}

static void small(void)
{
    for (int i = 0; i < 300; i++) {
        for (int k = 0; k < 50; k++)
            MPI_Send(buffer, 8, MPI_BYTE, 1 - me, 1, WORLD);
        for (int k = 0; k < 50; k++)
            MPI_Recv(buffer, 8, MPI_BYTE, 1 - me, 1, WORLD, MPI_STATUS_IGNORE);
    }
}

/* A vector of every second byte. */
static void slow(void)
{
    MPI_Datatype bytes;

    MPI_Type_vector(LARGE, 1, 2, MPI_BYTE, &bytes);
    MPI_Type_commit(&bytes);
    for (int i = 0; i < 4; i++) {
        if (me == i % 2)
            MPI_Send(buffer, 1, bytes, 1 - me, 1, WORLD);
        else
            MPI_Recv(buffer, 1, bytes, 1 - me, 1, WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&bytes);
}

/* Each asks between small pieces of work for what comes at the end. */
static void spinning(void)
{
    MPI_Request request;

    MPI_Irecv(buffer, 8, MPI_BYTE, 1 - me, 1, WORLD, &request);
    for (int i = 0; i < 300; i++) {
        int done;

        work(1);
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    MPI_Send(buffer + 8, 8, MPI_BYTE, 1 - me, 1, WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* As much work on each, but more in another step. */
static void barriers(void)
{
    for (int i = 0; i < 20; i++) {
        work(me == i % 2 ? 15 : 5);
        MPI_Barrier(WORLD);
    }
}

static void reductions(void)
{
    for (int i = 0; i < 200; i++) {
        double sum = 0, one = 1;

        if (me == i % 2)
            work(1);
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}

static void creation(void)
{
    for (int i = 0; i < 200; i++) {
        MPI_Comm copy;

        MPI_Comm_dup(WORLD, &copy);
        MPI_Comm_free(&copy);
    }
}

static void leaks(void)
{
    MPI_Comm copies[3];
    MPI_Request request;

    for (int i = 0; i < 3; i++)
        MPI_Comm_dup(WORLD, &copies[i]);
    if (me == 1)
        MPI_Irecv(buffer, 8, MPI_BYTE, 0, 1, WORLD, &request);
    work(200);
}

static void files(void)
{
    char name[4096];
    MPI_File file;

    snprintf(name, sizeof name, "%s.%d", file_name, me);
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_WRONLY,
                  MPI_INFO_NULL, &file);
    for (int i = 0; i < 2000; i++)
        MPI_File_write(file, buffer, 100, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

/* Each waits for the other: equal work. */
static void senders(void)
{
    for (int late = 0; late < 2; late++) {
        if (me == late) {
            work(150);
            MPI_Send(buffer, 8, MPI_BYTE, 1 - me, 1, WORLD);
        } else {
            MPI_Recv(buffer, 8, MPI_BYTE, 1 - me, 1, WORLD, MPI_STATUS_IGNORE);
        }
    }
}

/* Of two messages the one that is there is received last, after work that
 * could have been done while waiting. */
static void order(void)
{
    for (int late = 0; late < 2; late++) {
        if (me == late) {
            MPI_Send(buffer, 8, MPI_BYTE, 1 - me, 2, WORLD);
            work(150);
            MPI_Send(buffer, 8, MPI_BYTE, 1 - me, 1, WORLD);
        } else {
            MPI_Recv(buffer, 8, MPI_BYTE, 1 - me, 1, WORLD, MPI_STATUS_IGNORE);
            work(100);
            MPI_Recv(buffer, 8, MPI_BYTE, 1 - me, 2, WORLD, MPI_STATUS_IGNORE);
            work(100);
        }
        MPI_Barrier(WORLD);
    }
}

static void receivers(void)
{
    for (int late = 0; late < 2; late++) {
        if (me == late) {
            work(150);
            MPI_Recv(buffer, 8, MPI_BYTE, 1 - me, 1, WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Ssend(buffer, 8, MPI_BYTE, 1 - me, 1, WORLD);
        }
    }
}

static void roots(void)
{
    for (int root = 0; root < 2; root++) {
        if (me == root)
            work(150);
        MPI_Bcast(buffer, 8, MPI_BYTE, root, WORLD);
        MPI_Barrier(WORLD);
    }
}

/* Each is the late one at one fence. */
static void fences(void)
{
    MPI_Win window;

    MPI_Win_create(buffer, 8, 1, MPI_INFO_NULL, WORLD, &window);
    MPI_Win_fence(0, window);
    for (int late = 0; late < 2; late++) {
        char byte = 1;

        if (me == late)
            work(150);
        MPI_Put(&byte, 1, MPI_BYTE, 1 - me, 0, 1, MPI_BYTE, window);
        MPI_Win_fence(0, window);
    }
    MPI_Win_free(&window);
}

/* Open MPI writes without waiting for the others, but opens with them. */
static void openers(void)
{
    for (int late = 0; late < 2; late++) {
        MPI_File file;

        if (me == late)
            work(150);
        MPI_File_open(WORLD, file_name, MPI_MODE_CREATE | MPI_MODE_WRONLY,
                      MPI_INFO_NULL, &file);
        MPI_File_close(&file);
    }
}

/* As much work on both, but rank 1 does its own before the message that rank 0
 * waits for. */
static void late(void)
{
    if (me == 1) {
        work(300);
        MPI_Send(buffer, 8, MPI_BYTE, 0, 1, WORLD);
    } else {
        MPI_Recv(buffer, 8, MPI_BYTE, 1, 1, WORLD, MPI_STATUS_IGNORE);
        work(300);
    }
}

/* Large messages, waited for at once. */
static void together(void)
{
    MPI_Request requests[2];

    for (int i = 0; i < 30; i++) {
        work(2);
        MPI_Irecv(buffer, LARGE, MPI_BYTE, 1 - me, 1, WORLD, &requests[0]);
        MPI_Isend(buffer + LARGE, LARGE, MPI_BYTE, 1 - me, 1, WORLD,
                  &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

/* The other one waits in MPI_Finalize. */
static void end(void)
{
    if (me == 1)
        work(1500);
}

static void fine(void)
{
    MPI_Request requests[2];

    MPI_Irecv(buffer, 8, MPI_BYTE, 1 - me, 1, WORLD, &requests[0]);
    MPI_Isend(buffer + 8, 8, MPI_BYTE, 1 - me, 1, WORLD, &requests[1]);
    work(600);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    { "unequal", unequal },   { "equal", equal },
    { "reading", reading },   { "serial", serial },
    { "small", small },       { "slow", slow },
    { "together", together }, { "spinning", spinning },
    { "barriers", barriers }, { "reductions", reductions },
    { "creation", creation }, { "leaks", leaks },
    { "files", files },       { "senders", senders },
    { "order", order },       { "receivers", receivers },
    { "roots", roots },       { "fences", fences },
    { "openers", openers },   { "late", late },
    { "end", end },           { "fine", fine },
};

int main(int argc, char **argv)
{
    size_t count = sizeof cases / sizeof cases[0], i = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &me);
    buffer = calloc(2, LARGE);
    file_name = argc > 2 ? argv[2] : "advised";
    while (i < count && (argc < 2 || strcmp(cases[i].name, argv[1]) != 0))
        i++;
    if (i == count || buffer == NULL)
        MPI_Abort(WORLD, 1);
    cases[i].run();
    MPI_Finalize();
    free(buffer);
    return 0;
}
