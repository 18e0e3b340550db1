/* SPDX-License-Identifier: BSD-3-Clause */
#include "moments.h"

#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MOST_MOMENTS 1000

struct moment {
    const char *name;
    int first_line, last_line;
    double begin, end;
};

int me, ranks;

static struct moment moments[MOST_MOMENTS];
static atomic_int moment_count;
static _Thread_local struct moment *now;

static double seconds(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

void moments_enter(const char *name, int line)
{
    int next = atomic_fetch_add(&moment_count, 1);

    if (next >= MOST_MOMENTS)
        abort();
    now = &moments[next];
    now->name = name;
    now->first_line = line;
    now->begin = seconds();
}

void moments_leave(int line)
{
    now->end = seconds();
    now->last_line = line;
}

void moments_write(const char *prefix)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s.%d.tsv", prefix, me);
    file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    for (int i = 0; i < moment_count; i++)
        fprintf(file, "%s\t%d\t%d\t%d\t%.6f\t%.6f\n", moments[i].name, me,
                moments[i].first_line, moments[i].last_line,
                moments[i].begin, moments[i].end);
    fclose(file);
}

int begin_run(int *argc, char ***argv, int threads)
{
    int provided;

    MPI_Init_thread(argc, argv, threads, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    return provided;
}

void end_run(const char *prefix)
{
    together();
    if (me == ranks - 1)
        nap(150);
    enter("finalize");
    MPI_Finalize();
    leave();
    moments_write(prefix);
}

void nap(int ms)
{
    struct timespec time = { 0, ms * 1000000L };

    nanosleep(&time, NULL);
}

void together(void)
{
    enter("together");
    for (int i = 0; i < 3; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    leave();
}
