/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * killed.c - a program that does not come to MPI_Finalize, or is killed.
 *
 *     killed HOW RANK COUNTS
 *
 * All ranks go round in rings of MPI_Sendrecv and MPI_Allreduce; after ROUNDS
 * rounds RANK (-1: all) does HOW: abort, exit, _exit, quick_exit, return, segv,
 * fpe, abrt, bus, hup, usr2, kill, fatal (an MPI call with a wrong argument,
 * under MPI_ERRORS_ARE_FATAL), hang (computes for ever; the others are in a
 * barrier), handler (gets SIGTERM, which it handles), deadlock (waits for a
 * message that nobody sends; the others wait for it), waitall (the same of a
 * nonblocking receive, on a communicator of its own), fence (rank 0 waits at a
 * window for the others, which wait for a message of it), forever (goes on) or
 * finalize, as it should be, on all ranks.
 * How many MPI calls it has come back from, MPI_Init among them, is at any
 * time in the file COUNTS.<rank>, as text of 8 digits.
 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counts_file.h"

#define ROUNDS 200
static void go_round(int rank, int ranks)
{
    int out = rank, in, sum;

    MPI_Sendrecv(&out, 1, MPI_INT, (rank + 1) % ranks, 1, &in, 1, MPI_INT,
                 (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    count();
    MPI_Allreduce(&in, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    count();
}

static void handled(int signal)
{
    static const char text[] = "handled\n";

    (void)signal;
    _exit(write(1, text, sizeof(text) - 1) < 0 ? 1 : 7);
}

static void wait_in_vain(int rank, int ranks)
{
    int in;

    MPI_Recv(&in, 1, MPI_INT, (rank + 1) % ranks, 77, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

/* The message was sent with another tag. */
static void wait_for_requests(int rank, int ranks)
{
    int data[2] = { 0, 0 };
    MPI_Request requests[2];
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    count();
    MPI_Comm_set_name(comm, "exchange");
    count();
    MPI_Isend(&data[0], 1, MPI_INT, (rank + 1) % ranks, 5, comm, &requests[0]);
    count();
    MPI_Irecv(&data[1], 1, MPI_INT, (rank + 1) % ranks, 6, comm,
              &requests[1]);
    count();
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

/* A page behind the end of its file. */
/* The handle of the first window may be that of the second one, too. */
static void wait_at_window(int rank)
{
    static int memory[4];
    MPI_Comm turned;
    MPI_Win win;
    int in;

    MPI_Win_create(memory, sizeof(memory), 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    count();
    MPI_Win_free(&win);
    count();
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);
    count();
    MPI_Comm_set_name(turned, "turned");
    count();
    MPI_Win_create(memory, sizeof(memory), 1, MPI_INFO_NULL, turned, &win);
    count();
    MPI_Win_fence(0, win);
    count();
    if (rank == 0)
        MPI_Win_fence(0, win);
    else
        MPI_Recv(&in, 1, MPI_INT, 0, 78, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void touch_nothing(void)
{
    FILE *file = tmpfile();
    volatile char *page = mmap(NULL, 1, PROT_READ, MAP_SHARED, fileno(file), 0);

    exit(page[0]);
}

static void compute_for_ever(void)
{
    for (volatile int i = 0;; i++)
        ;
}

static int end_by(const char *how, int rank, int ranks)
{
    static volatile int zero;
    volatile int *volatile nowhere = NULL;

    if (strcmp(how, "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    else if (strcmp(how, "exit") == 0)
        exit(4);
    else if (strcmp(how, "_exit") == 0)
        _exit(5);
    else if (strcmp(how, "quick_exit") == 0)
        quick_exit(5);
    else if (strcmp(how, "segv") == 0)
        *nowhere = 1;
    else if (strcmp(how, "fpe") == 0)
        zero = 1000 / zero;
    else if (strcmp(how, "abrt") == 0)
        abort();
    else if (strcmp(how, "bus") == 0)
        touch_nothing();
    else if (strcmp(how, "hup") == 0)
        raise(SIGHUP);
    else if (strcmp(how, "usr2") == 0)
        raise(SIGUSR2);
    else if (strcmp(how, "fatal") == 0)
        MPI_Send(NULL, 0, MPI_INT, ranks, 1, MPI_COMM_WORLD);
    else if (strcmp(how, "hang") == 0)
        compute_for_ever();
    else if (strcmp(how, "kill") == 0)
        raise(SIGKILL);
    else if (strcmp(how, "handler") == 0)
        raise(SIGTERM);
    else if (strcmp(how, "deadlock") == 0)
        wait_in_vain(rank, ranks);
    else if (strcmp(how, "fence") == 0)
        wait_at_window(rank);
    else if (strcmp(how, "waitall") == 0)
        wait_for_requests(rank, ranks);
    return 6; /* return */
}

int main(int argc, char **argv)
{
    const char *how = argv[1];
    int who = atoi(argv[2]), rank, ranks;

    if (strcmp(how, "hup") == 0)
        signal(SIGHUP, SIG_DFL); /* some launchers have it ignored */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    open_counts(argv[3], rank, ONLY_THREAD);
    count();
    if (strcmp(how, "handler") == 0)
        signal(SIGTERM, handled);
    for (int i = 0; i < ROUNDS || strcmp(how, "forever") == 0; i++)
        go_round(rank, ranks);
    if (strcmp(how, "finalize") == 0)
        return MPI_Finalize();
    if (who == rank || who == -1)
        return end_by(how, rank, ranks);
    if (strcmp(how, "hang") == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    for (;;)
        go_round(rank, ranks);
}
