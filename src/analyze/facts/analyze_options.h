/*
 * analyze_options.h - what a report is to show.
 *
 * Threads: any.  Memory: all of it is the caller's, and stays while the report
 * is made.
 */
#ifndef ANALYZE_FACTS_ANALYZE_OPTIONS_H
#define ANALYZE_FACTS_ANALYZE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/progress.h"
#include "base/ranklist.h"

/* Of each table in summary.txt. */
#define ANALYZE_SUMMARY_ROWS 10
/* Of each table in a page of HTML, so that one of many ranks stays small, and
 * its tables of section 0; the others are there as pictures. */
#define ANALYZE_PAGE_ROWS 1024
#define ANALYZE_PAGE_DETAIL "settings,hosts,waits_per_rank,wait_pairs"

struct python_times;
struct closeups;

struct analyze_options {
    const struct ranklist *ranks; /* NULL: all.  Sections per rank show these */
    const char *region;           /* only rows inside regions matching this
                                     shell pattern; NULL: all */
    uint32_t top;                 /* rows per table; 0: all */
    const char *sort;             /* name or title of a column; NULL: each
                                     table's own */
    const char *detail;           /* which tables of section 0 to make: NULL
                                     none, "*" all, "" all but those with
                                     all stretches of each rank, or their
                                     names: "hosts,settings" */
    const char *run_path;         /* what was read, shown as a fact; or NULL */
    bool in_run;                  /* of the run itself, at its end */
    bool in_parts;                /* leaves large tables in parts (table.h),
                                     unless top or sort is given; the profile
                                     must stay until they are written */
    bool pictures;                /* also those of charts.h */
    const struct closeups *closeups; /* their single calls, which the report
                                     keeps a pointer to; or NULL */
    const struct progress *progress; /* of its ranks; or NULL */
    const struct python_times *python; /* by cProfile; or NULL */
    bool python_left_out; /* there are some, of the whole run: not of the
                           * profile's window */
};

#endif
