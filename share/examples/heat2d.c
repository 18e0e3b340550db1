/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * heat2d.c - heat spreading in a square plate, on any number of ranks.
 *
 * Jacobi's iteration on size x size points.  The northern edge of the plate
 * is kept at 100 degrees, the other edges at 0.  The plate is cut into one
 * rectangle per rank; in every step each rank swaps the rim of its rectangle
 * with up to four neighbours (halo), computes new temperatures (solve) and
 * takes part in the largest change of all ranks (residual).
 *
 * --slow makes one rank compute every step several times, --uneven gives the
 * first row and column of ranks rectangles twice as high and as wide: two
 * kinds of load imbalance for a profiler to find.  Neither changes the result.
 *
 *     mpicc -O2 heat2d.c -o heat2d
 *     mpiexec -n 4 ./heat2d --slow 2
 */
#include <getopt.h>
#include <math.h>
#include <mpi.h>
#include <mpiprof.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define EDGE_TEMPERATURE 100.0

enum side { NORTH, SOUTH, WEST, EAST, SIDES };

struct options {
    int size;        /* points in a row and in a column of the plate */
    int steps;
    int slow_rank;   /* -1: none */
    int slow_factor; /* times that rank computes each step */
    bool uneven;
};

/* The rectangle of one rank, with a rim one point wide all around. */
struct part {
    MPI_Comm grid;
    int dims[2];          /* ranks in a column, in a row */
    int coords[2];
    int neighbour[SIDES]; /* MPI_PROC_NULL beyond the edge of the plate */
    int rows, columns;    /* without the rim */
    MPI_Datatype column;
    double *now, *next;   /* (rows + 2) x (columns + 2) */
};

static const char usage[] =
    "usage: heat2d [--size N] [--steps N] [--slow RANK[:FACTOR]] [--uneven]\n"
    "  --size N              points per side of the plate (default 3072)\n"
    "  --steps N             steps to compute (default 300)\n"
    "  --slow RANK[:FACTOR]  RANK computes every step FACTOR times (2)\n"
    "  --uneven              the first ranks of the grid get more points\n";

/* ---- options ---- */

static bool read_number(const char *text, int least, char end, int *number)
{
    char *rest;
    long value = strtol(text, &rest, 10);

    if (rest == text || (*rest != '\0' && *rest != end))
        return false;
    if (value < least || value > 1000000)
        return false;
    *number = (int)value;
    return true;
}

static bool read_slow(char *text, struct options *options)
{
    char *colon = text;

    while (*colon != '\0' && *colon != ':')
        colon++;
    return read_number(text, 0, ':', &options->slow_rank) &&
           (*colon == '\0' ||
            read_number(colon + 1, 1, '\0', &options->slow_factor));
}

static bool read_option(int letter, struct options *options)
{
    switch (letter) {
    case 'n':
        return read_number(optarg, 1, '\0', &options->size);
    case 's':
        return read_number(optarg, 0, '\0', &options->steps);
    case 'r':
        return read_slow(optarg, options);
    case 'u':
        options->uneven = true;
        return true;
    default:
        return false;
    }
}

/* False: the option at fault is written to *bad, NULL when --help was given. */
static bool read_options(int argc, char **argv, struct options *options,
                         const char **bad)
{
    static const struct option names[] = {
        { "size", required_argument, NULL, 'n' },
        { "steps", required_argument, NULL, 's' },
        { "slow", required_argument, NULL, 'r' },
        { "uneven", no_argument, NULL, 'u' },
        { "help", no_argument, NULL, 'h' },
        { NULL, 0, NULL, 0 },
    };
    int letter;

    opterr = 0;
    while ((letter = getopt_long(argc, argv, "", names, NULL)) != -1) {
        *bad = letter == 'h' ? NULL : argv[optind - 1];
        if (!read_option(letter, options))
            return false;
    }
    *bad = argv[optind];
    return optind == argc;
}

/* ---- cutting the plate ---- */

/* How many of size points the part with this index gets. */
static int share_of(int size, int parts, int index, bool uneven)
{
    int shares = uneven ? parts + 1 : parts;
    int first = uneven && index > 0 ? index + 1 : index;
    int last = uneven ? index + 2 : index + 1;

    return (int)((long)size * last / shares - (long)size * first / shares);
}

static void fill(const struct part *part, double *points)
{
    size_t width = (size_t)part->columns + 2;
    size_t all = ((size_t)part->rows + 2) * width;

    for (size_t i = 0; i < all; i++)
        points[i] = 0;
    if (part->neighbour[NORTH] != MPI_PROC_NULL)
        return;
    for (size_t i = 0; i < width; i++)
        points[i] = EDGE_TEMPERATURE;
}

static double *make_points(const struct part *part)
{
    size_t all = ((size_t)part->rows + 2) * ((size_t)part->columns + 2);
    double *points = malloc(all * sizeof *points);

    if (points == NULL) {
        fprintf(stderr, "heat2d: not enough memory for %zu points\n", all);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    fill(part, points);
    return points;
}

static void part_init(struct part *part, int ranks,
                      const struct options *options)
{
    static const int open_ends[2];
    int rank;

    part->dims[0] = part->dims[1] = 0;
    MPI_Dims_create(ranks, 2, part->dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, part->dims, open_ends, 0, &part->grid);
    MPI_Comm_rank(part->grid, &rank);
    MPI_Cart_coords(part->grid, rank, 2, part->coords);
    MPI_Cart_shift(part->grid, 0, 1, &part->neighbour[NORTH],
                   &part->neighbour[SOUTH]);
    MPI_Cart_shift(part->grid, 1, 1, &part->neighbour[WEST],
                   &part->neighbour[EAST]);
    part->rows = share_of(options->size, part->dims[0], part->coords[0],
                          options->uneven);
    part->columns = share_of(options->size, part->dims[1], part->coords[1],
                             options->uneven);
    MPI_Type_vector(part->rows, 1, part->columns + 2, MPI_DOUBLE,
                    &part->column);
    MPI_Type_commit(&part->column);
    part->now = make_points(part);
    part->next = make_points(part);
}

static void part_clear(struct part *part)
{
    free(part->now);
    free(part->next);
    MPI_Type_free(&part->column);
    MPI_Comm_free(&part->grid);
}

/* ---- one step ---- */

/* The rim of the rectangle on one side: the outer one holds what the
 * neighbour sent, the inner one is what the neighbour needs. */
static double *rim(const struct part *part, int side, bool outer)
{
    size_t width = (size_t)part->columns + 2;
    size_t row = 1, column = 1;

    if (side == NORTH)
        row = outer ? 0 : 1;
    else if (side == SOUTH)
        row = (size_t)part->rows + (outer ? 1 : 0);
    else if (side == WEST)
        column = outer ? 0 : 1;
    else
        column = (size_t)part->columns + (outer ? 1 : 0);
    return part->now + row * width + column;
}

static void swap_halo(const struct part *part)
{
    MPI_Request requests[2 * SIDES];
    MPI_Status statuses[2 * SIDES];
    int count = 0;

    for (int side = NORTH; side < SIDES; side++)
        MPI_Irecv(rim(part, side, true),
                  side < WEST ? part->columns : 1,
                  side < WEST ? MPI_DOUBLE : part->column,
                  part->neighbour[side], 0, part->grid, &requests[count++]);
    for (int side = NORTH; side < SIDES; side++)
        MPI_Isend(rim(part, side, false),
                  side < WEST ? part->columns : 1,
                  side < WEST ? MPI_DOUBLE : part->column,
                  part->neighbour[side], 0, part->grid, &requests[count++]);
    MPI_Waitall(count, requests, statuses);
}

/* Computes next from now; returns the largest change of a point. */
static double sweep(const struct part *part)
{
    size_t width = (size_t)part->columns + 2;
    double change, largest = 0;

    for (int row = 1; row <= part->rows; row++) {
        const double *old = part->now + (size_t)row * width;
        double *new = part->next + (size_t)row * width;

        for (int i = 1; i <= part->columns; i++) {
            new[i] = 0.25 * (old[i - 1] + old[i + 1] +
                             *(old + i - width) + old[i + width]);
            change = fabs(new[i] - old[i]);
            if (change > largest)
                largest = change;
        }
    }
    return largest;
}

static double solve(struct part *part, int times)
{
    double change = 0;
    double *now;

    for (int i = 0; i < times; i++)
        change = sweep(part);
    now = part->next;
    part->next = part->now;
    part->now = now;
    return change;
}

static double step(struct part *part, int times)
{
    double change, residual;

    MPIPROF_BEGIN("halo");
    swap_halo(part);
    MPIPROF_END("halo");

    MPIPROF_BEGIN("solve");
    change = solve(part, times);
    MPIPROF_END("solve");

    MPIPROF_BEGIN("residual");
    MPI_Allreduce(&change, &residual, 1, MPI_DOUBLE, MPI_MAX, part->grid);
    MPIPROF_END("residual");
    return residual;
}

/* ---- the run ---- */

static double mean_temperature(const struct part *part, int size)
{
    size_t width = (size_t)part->columns + 2;
    double own = 0, all = 0;

    for (int row = 1; row <= part->rows; row++)
        for (int i = 1; i <= part->columns; i++)
            own += part->now[(size_t)row * width + (size_t)i];
    MPI_Reduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, 0, part->grid);
    return all / size / size;
}

static void run(const struct options *options, int rank, int ranks)
{
    int times = rank == options->slow_rank ? options->slow_factor : 1;
    double start = MPI_Wtime(), residual = 0, mean;
    struct part part;

    MPIPROF_BEGIN("init");
    part_init(&part, ranks, options);
    MPIPROF_END("init");
    for (int i = 0; i < options->steps; i++)
        residual = step(&part, times);
    mean = mean_temperature(&part, options->size);
    if (rank == 0)
        printf("heat2d: %d x %d points on %d x %d ranks, %d steps: "
               "residual %.6g, mean %.6g degrees, %.2f s\n",
               options->size, options->size, part.dims[0], part.dims[1],
               options->steps, residual, mean, MPI_Wtime() - start);
    part_clear(&part);
}

static int refuse(const char *bad, int rank)
{
    if (rank == 0 && bad == NULL)
        fputs(usage, stdout);
    else if (rank == 0)
        fprintf(stderr, "heat2d: bad option or value: %s\n%s", bad, usage);
    return bad == NULL ? 0 : 2;
}

static int refuse_rank(const struct options *options, int rank)
{
    if (rank == 0)
        fprintf(stderr, "heat2d: --slow: there is no rank %d\n",
                options->slow_rank);
    return 2;
}

int main(int argc, char **argv)
{
    struct options options = { 3072, 300, -1, 2, false };
    const char *bad = NULL;
    int rank, ranks, result = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!read_options(argc, argv, &options, &bad))
        result = refuse(bad, rank);
    else if (options.slow_rank >= ranks)
        result = refuse_rank(&options, rank);
    else
        run(&options, rank, ranks);
    MPI_Finalize();
    return result;
}
