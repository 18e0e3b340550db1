/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * job.c - a job with output and an exit status of its own.
 *
 *     mpiexec -n 2 ./job [MARKS [COMMAND [handled|ignored]]]
 *
 * Messages, collectives and objects of MPI of most kinds, regions, and MARKS
 * visits of a region, which fill a trace; then each runs COMMAND.  The last
 * word is what it does with SIGXFSZ, of which it must see none.  It checks all
 * that it receives; rank 0 prints sums.  Its exit status is 5, or 9 where
 * something was wrong.
 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpiprof.h"

#define STEPS 10
#define COUNT 64

static int rank, ranks, wrong;

#define check(good) check_line(good, __LINE__)

static void check_line(int good, int line)
{
    if (!good)
        fprintf(stderr, "job.c:%d: wrong\n", line);
    wrong += !good;
}

/* Round the ring, both ways at once. */
static void exchange(int step)
{
    int next = (rank + 1) % ranks, last = (rank + ranks - 1) % ranks;
    int out[COUNT], from[2][COUNT];
    MPI_Request requests[4];

    for (int i = 0; i < COUNT; i++)
        out[i] = 1000 * step + rank + i;
    MPI_Irecv(from[0], COUNT, MPI_INT, last, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(from[1], COUNT, MPI_INT, next, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(out, COUNT, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(out, COUNT, MPI_INT, last, 2, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < COUNT; i++)
        check(from[0][i] == 1000 * step + last + i &&
              from[1][i] == 1000 * step + next + i);
}

static void communicators(void)
{
    MPI_Comm copy, half, grid;
    int dimensions[1] = { ranks }, periods[1] = { 1 }, sum = 0, one = 1;

    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_set_name(copy, "copy");
    MPI_Comm_split(copy, rank % 2, rank, &half);
    MPI_Cart_create(copy, 1, dimensions, periods, 0, &grid);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, grid);
    check(sum == ranks);
    MPI_Barrier(half);
    MPI_Comm_free(&grid);
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
}

static void window(void)
{
    MPI_Win win;
    int memory = 0, value = 100 + rank;

    MPI_Win_create(&memory, sizeof(int), sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_set_name(win, "window");
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    check(memory == 100 + (rank + ranks - 1) % ranks);
    MPI_Win_free(&win);
}

/* Persistent, probed, tested; and a collective with a type for each rank. */
static void others(void)
{
    int out = rank, in = -1, done = 0, which, size = ranks;
    int *words = calloc(8 * (size_t)ranks, sizeof(int));
    int *counts = words + 2 * size, *places = words + 3 * size;
    MPI_Datatype *types = malloc((size_t)ranks * sizeof(MPI_Datatype));
    MPI_Request requests[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };

    for (int i = 0; i < size; i++) {
        words[i] = 10 * rank + i;
        counts[i] = 1;
        places[i] = i * (int)sizeof(int);
        types[i] = MPI_INT;
    }
    MPI_Alltoallw(words, counts, places, types, words + size, counts, places,
                  types, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        check(words[size + i] == 10 * i + rank);
    MPI_Send_init(&out, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&in, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    check(in == rank);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]);
    while (!done)
        MPI_Testall(1, requests, &done, MPI_STATUSES_IGNORE);
    free(types);
    free(words);
}

static void mark(long marks)
{
    for (long i = 0; i < marks; i++) {
        MPIPROF_BEGIN("mark");
        MPIPROF_END("mark");
    }
}

static void solve(void)
{
    for (int step = 0; step < STEPS; step++) {
        int mine = rank + step, sum = 0;

        MPIPROF_BEGIN("step");
        exchange(step);
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPIPROF_END("step");
        if (rank == 0)
            printf("step %d: %d\n", step, sum);
    }
}

static void on_signal(int number)
{
    (void)number;
    wrong++;
}

static void catch_signal(const char *how)
{
    if (strcmp(how, "handled") == 0)
        signal(SIGXFSZ, on_signal);
    else if (strcmp(how, "ignored") == 0)
        signal(SIGXFSZ, SIG_IGN);
}

int main(int count, char **arguments)
{
    int all = 0;

    if (count > 3)
        catch_signal(arguments[3]);
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPIPROF_BEGIN("solve");
    solve();
    MPIPROF_END("solve");
    communicators();
    window();
    others();
    mark(count > 1 ? atol(arguments[1]) : 0);
    if (count > 2)
        check(system(arguments[2]) == 0);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d were wrong\n", all);
    fflush(stdout); /* a launcher may end who is not the first to exit */
    MPI_Finalize();
    return all == 0 && wrong == 0 ? 5 : 9;
}
