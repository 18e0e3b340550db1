/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * task_farm.c - rank 0 hands out work, the other ranks do it.
 *
 * Rank 0 waits for whichever worker speaks first (MPI_Probe with
 * MPI_ANY_SOURCE), takes its result and sends it the next item, or the word
 * that there are no more.  Items differ in cost, 1 to 8 units in turn, so
 * that serving on demand pays.  With one rank, rank 0 does all the work.
 *
 * The work itself is made up: an item keeps its worker busy for its cost in
 * CPU time and its result is its square.
 *
 *     mpicc -O2 task_farm.c -o task_farm
 *     mpiexec -n 4 ./task_farm --items 500 --cost 2000
 */
#include <getopt.h>
#include <mpi.h>
#include <mpiprof.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum tag { TAG_ASK, TAG_RESULT, TAG_ITEM, TAG_END };

struct options {
    long items;
    long cost_us; /* mean cost of an item */
};

static const char usage[] =
    "usage: task_farm [--items N] [--cost US]\n"
    "  --items N  number of work items (default 1000)\n"
    "  --cost US  mean cost of an item in microseconds (default 2000)\n";

/* ---- options ---- */

static bool read_number(const char *text, long *number)
{
    char *rest;

    *number = strtol(text, &rest, 10);
    return rest != text && *rest == '\0' && *number >= 0 &&
           *number <= 1000000000;
}

/* False: the option at fault is written to *bad, NULL when --help was given. */
static bool read_options(int argc, char **argv, struct options *options,
                         const char **bad)
{
    static const struct option names[] = {
        { "items", required_argument, NULL, 'i' },
        { "cost", required_argument, NULL, 'c' },
        { "help", no_argument, NULL, 'h' },
        { NULL, 0, NULL, 0 },
    };
    int letter;

    opterr = 0;
    while ((letter = getopt_long(argc, argv, "", names, NULL)) != -1) {
        *bad = letter == 'h' ? NULL : argv[optind - 1];
        if (letter != 'i' && letter != 'c')
            return false;
        if (!read_number(optarg, letter == 'i' ? &options->items
                                               : &options->cost_us))
            return false;
    }
    *bad = argv[optind];
    return optind == argc;
}

/* ---- work ---- */

static long busy_us(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static long work(long item, long mean_cost_us)
{
    long end = busy_us() + mean_cost_us * (2 * (item % 8) + 1) / 8;

    MPIPROF_BEGIN("work");
    while (busy_us() < end)
        continue;
    MPIPROF_END("work");
    return item * item;
}

/* ---- rank 0 ---- */

/* Takes a message from whichever worker speaks first; returns its rank and
 * adds the result it brings. */
static int hear(long *sum)
{
    MPI_Status status;
    long result = 0;
    int count;

    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_LONG, &count);
    MPI_Recv(&result, count, MPI_LONG, status.MPI_SOURCE, status.MPI_TAG,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (status.MPI_TAG == TAG_RESULT)
        *sum += result;
    return status.MPI_SOURCE;
}

static long serve(long items, int workers)
{
    long sum = 0;
    int worker;

    MPIPROF_BEGIN("serve");
    for (long item = 0; item < items; item++) {
        worker = hear(&sum);
        MPI_Send(&item, 1, MPI_LONG, worker, TAG_ITEM, MPI_COMM_WORLD);
    }
    for (; workers > 0; workers--) {
        worker = hear(&sum);
        MPI_Send(NULL, 0, MPI_LONG, worker, TAG_END, MPI_COMM_WORLD);
    }
    MPIPROF_END("serve");
    return sum;
}

static long work_alone(const struct options *options)
{
    long sum = 0;

    for (long item = 0; item < options->items; item++)
        sum += work(item, options->cost_us);
    return sum;
}

/* ---- the other ranks ---- */

/* Returns the number of items done. */
static long work_for_rank_0(long mean_cost_us)
{
    long item, result, done = 0;
    MPI_Status status;

    MPI_Send(NULL, 0, MPI_LONG, 0, TAG_ASK, MPI_COMM_WORLD);
    for (;;) {
        MPI_Recv(&item, 1, MPI_LONG, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == TAG_END)
            return done;
        result = work(item, mean_cost_us);
        MPI_Send(&result, 1, MPI_LONG, 0, TAG_RESULT, MPI_COMM_WORLD);
        done++;
    }
}

/* ---- the run ---- */

static void run(const struct options *options, int rank, int ranks)
{
    double start = MPI_Wtime();
    long done = 0, least, most, sum = 0;

    if (ranks == 1)
        sum = work_alone(options);
    else if (rank == 0)
        sum = serve(options->items, ranks - 1);
    else
        done = work_for_rank_0(options->cost_us);
    if (rank == 0)
        done = ranks == 1 ? options->items : options->items / (ranks - 1);
    MPI_Reduce(&done, &least, 1, MPI_LONG, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Reduce(&done, &most, 1, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("task_farm: %ld items, %ld to %ld per worker, sum of squares "
               "%ld, %.2f s\n",
               options->items, least, most, sum, MPI_Wtime() - start);
}

static int refuse(const char *bad, int rank)
{
    if (rank == 0 && bad == NULL)
        fputs(usage, stdout);
    else if (rank == 0)
        fprintf(stderr, "task_farm: bad option or value: %s\n%s", bad, usage);
    return bad == NULL ? 0 : 2;
}

int main(int argc, char **argv)
{
    struct options options = { 1000, 2000 };
    const char *bad = NULL;
    int rank, ranks, result = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (read_options(argc, argv, &options, &bad))
        run(&options, rank, ranks);
    else
        result = refuse(bad, rank);
    MPI_Finalize();
    return result;
}
