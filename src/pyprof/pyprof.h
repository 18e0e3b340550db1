/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pyprof.h - merges cProfile profiles, one per rank.
 *
 * Add files rank by rank, ascending; then make tables (report/table.h), the
 * merged profile as a file for pstats, and exports.  Memory grows with
 * functions and with ranks, not with their product.
 * Units: seconds are summed as Python does, so that the merged file has
 * exactly the numbers of pstats; tables have ns.  Threads: one owner.  Memory:
 * the caller destroys.  Errors: logged, one line.
 */
#ifndef PYPROF_PYPROF_H
#define PYPROF_PYPROF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/text/strbuf.h"
#include "model/python/python_times.h"
#include "report/table_form.h"

struct pyprof;

struct pyprof_options {
    bool as_is;              /* keep addresses and folders unchanged */
    bool by_rank;            /* keep what each function took on each rank */
    bool mpi4py;             /* Waitall and the like are MPI, and */
    bool parallel_h5py;      /* I/O of h5py is; see pyprof_again() */
    const char *const *maps; /* "OLD=NEW": folders to rename */
    size_t map_count;
    const struct pyprof *reference; /* fold to its folders; NULL: to those of
                                     * earlier ranks */
};

enum status pyprof_create(const struct pyprof_options *options,
                          struct pyprof **out);
void pyprof_destroy(struct pyprof *merged);

/* MPI time of a rank by the function that called MPI, from the profile of the
 * run: where methods of mpi4py do not call profilers, cProfile adds it to that
 * function's own time.  Ascending by file, line, name, see pyprof_mpi_sort(). */
struct pyprof_mpi_time {
    const char *file, *name; /* name: without its class */
    int line;                /* the first of the function */
    uint64_t ns;
};
struct pyprof_mpi {
    struct pyprof_mpi_time *items;
    size_t count;
};
void pyprof_mpi_sort(struct pyprof_mpi *mpi);
/* For the rank that is added next; borrowed until then. */
void pyprof_next_mpi(struct pyprof *merged, const struct pyprof_mpi *mpi);

/* Adds the profile of a rank.  STATUS_NO_MEMORY is fatal; after any other
 * error the rank is noted as missing, and the next rank may follow. */
enum status pyprof_add(struct pyprof *merged, int rank, const char *path);
/* Same from bytes in memory; path is their name in messages. */
enum status pyprof_add_bytes(struct pyprof *merged, int rank, const char *path,
                             const void *data, size_t size);
size_t pyprof_rank_count(const struct pyprof *merged);
/* After the last file: whether one shows that more is MPI than was known when
 * others were added.  Then start again, with the options changed here. */
bool pyprof_again(const struct pyprof *merged, struct pyprof_options *options);
/* Whether any file is in the folder of that map of the options. */
bool pyprof_map_used(const struct pyprof *merged, size_t which);

/* Functions to show, and their order. */
struct pyprof_view {
    const char *sort; /* pstats keys separated by commas; NULL: time */
    const char *const *restrictions; /* as for print_stats() */
    size_t restriction_count;
    const char *callers, *callees; /* for functions matching these regular
                                    * expressions, or NULL */
    const char *missing;           /* "3,7-9": ranks without a file; or NULL */
    bool all_calls; /* also callers and callees of all functions */
    bool by_rank;   /* also functions x ranks, see tables_by_rank() */
    bool pictures;  /* in letters, below tables */
    bool in_parts;  /* leaves large tables in parts (table.h); the profile must
                     * outlive the report */
    size_t rows;    /* of tables that are shown at most; 0: all */
};

/* Whether the view is valid; *problem gets the reason. */
bool pyprof_view_check(const struct pyprof_view *view, struct strbuf *problem);
/* Whether all keys are pstats keys, or unambiguous prefixes. */
bool pyprof_is_sort(const char *keys);

/* Adds tables, verdict and remarks. */
enum status pyprof_report(const struct pyprof *merged,
                          const struct pyprof_view *view,
                          struct report *report);
/* Makes the charts of the HTML report; needs options.by_rank. */
struct python_chart;
enum status pyprof_chart(const struct pyprof *merged,
                         struct python_chart **out);
/* Compares two profiles, largest difference first. */
enum status pyprof_compare(const struct pyprof *a, const struct pyprof *b,
                           struct report *report);

/* Returns times of functions written in Python; the caller clears. */
enum status pyprof_times(const struct pyprof *merged,
                         struct python_times *out);

/* Writes the merged profile, for pstats of any Python from 2.7 on. */
enum status pyprof_write(const struct pyprof *merged, struct strbuf *out);

struct pyprof_limits {
    double node, edge; /* least shares of total time; -1: the default */
};
/* Writes a graph for dot(1). */
enum status pyprof_dot(const struct pyprof *merged,
                       const struct pyprof_limits *limits, struct strbuf *out);
/* Both write estimated stacks, see share/doc/python.md. */
enum status pyprof_folded(const struct pyprof *merged, struct strbuf *out);
enum status pyprof_speedscope(const struct pyprof *merged, struct strbuf *out);

extern const struct table_form pyprof_forms[];
extern const size_t pyprof_form_count;

#endif
