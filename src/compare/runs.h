/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * runs.h - the same quantities of several runs, side by side.
 *
 * Built from the reports of the runs, with all their rows.  A row is one
 * quantity: a time per rank, an efficiency, the time in one procedure.  Values
 * are indexed by run, in the order of addition; NAN: missing in that run.  A
 * procedure never called, or a region no rank entered, is 0.
 * Units: ns (means over the ranks of the run, except T, which is the maximum),
 * ratios, counts over all ranks.  Threads: one owner.  Memory: runs_clear
 * frees.  Errors: out of memory is logged and passed up.
 */
#ifndef COMPARE_RUNS_H
#define COMPARE_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "report/table.h"

#define RUNS_MOST 256

enum runs_set {
    RUNS_TIMES,      /* "run_time", "useful", "p2p" ... */
    RUNS_EFFICIENCY, /* "load_balance" ... */
    RUNS_RANKS,      /* "0", "1" ...: useful time of that rank */
    RUNS_PROCEDURES, /* time inside; procedures within T only */
    RUNS_SITES,      /* same */
    RUNS_REGIONS,    /* useful time, without child regions */
    RUNS_FUNCTIONS,  /* sampled: exclusive time; "function\nfile" */
    RUNS_WAITS,      /* by kind of wait state */
    RUNS_BYTES,      /* sent and received by a procedure, over all ranks */
    RUNS_COUNTERS,   /* counts in useful time, over all ranks */
    RUNS_CAUSES,     /* gain of a suggestion, in ns of T */
    RUNS_NUMBERS,    /* "speedup": only set by runs_set() */
    RUNS_SETS
};

/* A call site of all runs, with its location in each. */
struct runs_site {
    char *procedure, *function, *path;
    char **location; /* by run; NULL: unknown */
};

/* A suggestion with a gain; of each run in which it is found: */
struct runs_cause {
    char *title, *rule; /* in the last of them */
    char **where;       /* "MPI_Recv in halo (halo.c:35)"; NULL: not found */
    char **ranks;       /* that have to change; "": all */
    double *most_gain;  /* at best, as with ranks as fast as the others */
    bool *simulated;
};

struct runs_row {
    enum runs_set set;
    char *name; /* for a call site: procedure and location */
    double *value;
    double *calls; /* procedures, sites and bytes, over all ranks */
    struct runs_site *site;
    struct runs_cause *cause;
};

struct run_about {
    char *path; /* as given by the user */
    char *program, *command, *start, *mpi;
    char *region; /* "": the whole run */
    uint64_t ranks, hosts, threads;
    uint64_t measured; /* number of ranks with data */
    bool unfinished;   /* some rank did not reach MPI_Finalize */
    unsigned lacks;    /* bits of sets of which nothing is known */
    char *withheld;    /* why the causes are unknown; NULL: they are known */
    double unchanged, together; /* simulated T, without changes and with all
                                 * that was suggested; NAN: unknown */
    char **remarks;             /* on the completeness of the data */
    size_t remark_count;
    struct run_setting {
        char *name, *value;
    } * settings;
    size_t setting_count;
};

struct runs {
    struct run_about about[RUNS_MOST];
    uint32_t count, room;
    struct runs_row **rows; /* in the order of first appearance */
    size_t row_count;
    void *tree; /* of the rows, by set and name */
};

/* room: expected number of runs; runs beyond it, or beyond RUNS_MOST, are
 * refused. */
void runs_init(struct runs *runs, size_t room);
void runs_clear(struct runs *runs);
/* Adds the report of another run, with all rows and the tables RUNS_DETAIL. */
#define RUNS_DETAIL "settings,gains"
enum status runs_add(struct runs *runs, const char *path,
                     const struct report *report);
/* Sets a value of one run. */
enum status runs_set(struct runs *runs, enum runs_set set, const char *name,
                     uint32_t run, double value);
/* NULL: no run has the row. */
const struct runs_row *runs_find(const struct runs *runs, enum runs_set set,
                                 const char *name);
/* The run in a sentence: its name, behind as many folders as tell it from the
 * other runs. */
const char *runs_label(const struct runs *runs, const struct run_about *about);
/* Title of a row of RUNS_TIMES, such as "useful time". */
const char *runs_time_title(const char *name);

/* Columns of a table with a row per run, and their cells. */
/* clang-format off */
#define RUNS_COLUMNS                                                        \
    { "run", "run", CELL_TEXT, "What was read." },                          \
    { "program", "program", CELL_TEXT, "Base name of the executable." },    \
    { "ranks", "ranks", CELL_COUNT, "Number of MPI processes." },           \
    { "hosts", "hosts", CELL_COUNT, "Number of hosts the ranks ran on." },  \
    { "threads", "threads", CELL_COUNT,                                     \
      "Largest number of threads of a rank that called MPI or marked "      \
      "regions." },                                                         \
    { "run_time_s", "T", CELL_NS, "T of that run." },                       \
    { "start", "start", CELL_TEXT, "When the measurement began (UTC)." },   \
    { "mpi_library", NULL, CELL_TEXT, "The MPI of the run." },              \
    { "command", NULL, CELL_TEXT, "The command line of the program." }
/* clang-format on */
void runs_add_cells(struct table *table, const struct runs *runs,
                    uint32_t run);

/* Some of the runs: one side, or one number of ranks. */
struct runs_group {
    uint32_t runs[RUNS_MOST];
    uint32_t count;
};

struct runs_value {
    bool known;
    double mean;
    double spread; /* maximum - minimum; 0 for one run */
    uint32_t count;
};

struct runs_value runs_value(const struct runs_row *row,
                             const struct runs_group *group);
struct runs_value runs_calls(const struct runs_row *row,
                             const struct runs_group *group);
/* The usual value in the runs of a group, whatever single ones did: mean is the
 * median, spread three standard deviations by the median absolute deviation, at
 * least RUNS_USUAL_LEAST of the median.  Unknown with fewer than
 * RUNS_USUAL_NEEDS runs that have the value. */
#define RUNS_USUAL_NEEDS 5
#define RUNS_USUAL_LEAST 0.02
struct runs_value runs_usual(const double *values,
                             const struct runs_group *group);
/* Variation of equal runs: the larger spread among sides with several runs;
 * NAN if neither has several. */
double runs_noise(const struct runs_value *a, const struct runs_value *b);

#endif
