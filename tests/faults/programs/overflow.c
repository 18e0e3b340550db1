/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * overflow.c - more of everything than mpiprof's tables hold.
 *
 *     mpiexec -n N ./overflow regions|paths|puts|deep|requests
 *
 * regions: 5000, with calls in each
 * paths: 8192 ways to the same call
 * puts: 2048 ways, 100 calls of MPI_Put on each: that is not more
 * deep: 1000 regions inside of each other, with a call in each
 * requests: 600000 at once
 * Prints how often a rank called MPI_Barrier and MPI_Irecv; its exit status
 * is 5.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpiprof.h"

#define REGIONS 5000
#define DEPTH 1000
#define LEVELS 13
#define PUT_LEVELS 11
#define PUTS 100
#define REQUESTS 600000

static long barriers, receives;
static MPI_Win window = MPI_WIN_NULL;

static void call(void)
{
    char byte = 0;

    if (window != MPI_WIN_NULL)
        for (int i = 0; i < PUTS; i++)
            MPI_Put(&byte, 1, MPI_CHAR, 0, 0, 1, MPI_CHAR, window);
    else
        barriers += MPI_Barrier(MPI_COMM_SELF) == MPI_SUCCESS;
}

static void regions(void)
{
    char name[32];

    for (int i = 0; i < REGIONS; i++) {
        snprintf(name, sizeof(name), "region %d", i);
        MPIPROF_BEGIN(name);
        call();
        call();
        MPIPROF_END(name);
    }
}

/* Two ways on from each level.  The depth is what tells them apart, so no
 * call may be the last thing that a function does. */
__attribute__((noinline)) static int paths(int level, int way)
{
    int done = 1;

    if (level == 0)
        call();
    else if (way)
        done += paths(level - 1, 0) + 1 + paths(level - 1, 1);
    else
        done += 1 + paths(level - 1, 1) + paths(level - 1, 0);
    return done;
}

static void puts_everywhere(void)
{
    char *memory;

    MPI_Win_allocate(1, 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &window);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    paths(PUT_LEVELS, 1);
    MPI_Win_unlock(0, window);
    MPI_Win_free(&window);
}

static void deep(void)
{
    for (int i = 0; i < DEPTH; i++) {
        MPIPROF_BEGIN("deep");
        call();
    }
    for (int i = 0; i < DEPTH; i++)
        MPIPROF_END("deep");
}

static void requests(void)
{
    MPI_Request *all = malloc(REQUESTS * sizeof(MPI_Request));
    int word;

    for (int i = 0; i < REQUESTS; i++) {
        MPI_Irecv(&word, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                  &all[i]);
        receives++;
    }
    MPI_Waitall(REQUESTS, all, MPI_STATUSES_IGNORE);
    free(all);
}

int main(int count, char **arguments)
{
    const char *kind = count > 1 ? arguments[1] : "";
    int rank;

    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(kind, "regions") == 0)
        regions();
    else if (strcmp(kind, "paths") == 0)
        paths(LEVELS, 1);
    else if (strcmp(kind, "puts") == 0)
        puts_everywhere();
    else if (strcmp(kind, "deep") == 0)
        deep();
    else
        requests();
    if (rank == 0)
        printf("%ld %ld\n", barriers, receives);
    fflush(stdout); /* a launcher may end who is not the first to exit */
    MPI_Finalize();
    return 5;
}
