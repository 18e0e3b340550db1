/*
 * pyprof.h - profiles of Python's cProfile, one per rank, merged.
 *
 * Files are added rank by rank, ascending; then come tables (report/table.h),
 * the merged profile as a file that pstats reads, and exports.  What is kept
 * grows with functions and with ranks, not with their product.
 * Units: seconds are summed as Python does it, so that the merged file has
 * the very numbers of pstats; tables have ns.
 * Threads: one owner.  Memory: the caller destroys.  Errors: logged, one line.
 */
#ifndef PYPROF_PYPROF_H
#define PYPROF_PYPROF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/strbuf.h"
#include "model/python_times.h"
#include "report/table_form.h"

struct pyprof;

struct pyprof_options {
    bool as_is;              /* addresses and folders stay as they are */
    const char *const *maps; /* "OLD=NEW": folders that have another name */
    size_t map_count;
    const struct pyprof *reference; /* its folders are those to fold to, or
                                       NULL: those of the ranks before */
};

enum status pyprof_create(const struct pyprof_options *options,
                          struct pyprof **out);
void pyprof_destroy(struct pyprof *merged);

/* The profile of a rank.  STATUS_NO_MEMORY ends it all; any other error is
 * remembered as something that is missing, and the next rank may follow. */
enum status pyprof_add(struct pyprof *merged, int rank, const char *path);
/* Of bytes in memory; path is what messages call them. */
enum status pyprof_add_bytes(struct pyprof *merged, int rank,
                             const char *path, const void *data, size_t size);
size_t pyprof_rank_count(const struct pyprof *merged);
size_t pyprof_function_count(const struct pyprof *merged);
/* Whether any file is in the folder of that map of the options. */
bool pyprof_map_used(const struct pyprof *merged, size_t which);

/* Which functions are shown, and in which order. */
struct pyprof_view {
    const char *sort;  /* keys of pstats with commas between; NULL: time */
    const char *const *restrictions; /* as print_stats() takes them */
    size_t restriction_count;
    const char *callers, *callees; /* of functions that match these regular
                                      expressions, or NULL */
    const char *missing;           /* "3,7-9": ranks of which there is no file;
                                      or NULL */
    bool all_calls; /* callers and callees of all functions, too */
};

/* Whether they can be understood; *problem says why not. */
bool pyprof_view_check(const struct pyprof_view *view, struct strbuf *problem);
/* All of these are keys of pstats, or unambiguous beginnings. */
bool pyprof_is_sort(const char *keys);

/* Adds tables, verdict and remarks. */
enum status pyprof_report(const struct pyprof *merged,
                          const struct pyprof_view *view,
                          struct report *report);
/* What differs between two sets, what differs most first. */
enum status pyprof_compare(const struct pyprof *a, const struct pyprof *b,
                           struct report *report);

/* Of functions that are written in Python; the caller clears. */
enum status pyprof_times(const struct pyprof *merged,
                         struct python_times *out);

/* The merged profile, for pstats of any Python from 2.7 on. */
enum status pyprof_write(const struct pyprof *merged, struct strbuf *out);

struct pyprof_limits {
    double node, edge; /* least shares of the time of all; -1: the usual */
};
/* A graph for dot(1). */
enum status pyprof_dot(const struct pyprof *merged,
                       const struct pyprof_limits *limits,
                       struct strbuf *out);
/* Stacks that are estimated, see share/doc/python.md. */
enum status pyprof_folded(const struct pyprof *merged, struct strbuf *out);
enum status pyprof_speedscope(const struct pyprof *merged,
                              struct strbuf *out);

extern const struct table_form pyprof_forms[];
extern const size_t pyprof_form_count;

#endif
