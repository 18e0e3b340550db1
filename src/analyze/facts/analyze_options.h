/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * analyze_options.h - the contents requested for a report.
 *
 * Threads: any.  Memory: owned by the caller, who keeps everything until the
 * report is made.
 */
#ifndef ANALYZE_FACTS_ANALYZE_OPTIONS_H
#define ANALYZE_FACTS_ANALYZE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/progress.h"
#include "base/ranklist.h"
#include "base/status.h"
#include "replay/log/scenario.h"

/* Rows per table in an HTML report, so that a report on many ranks stays
 * small, and its tables of section 0; charts replace the others. */
#define ANALYZE_PAGE_ROWS 1024
#define ANALYZE_PAGE_DETAIL "settings,hosts,waits_per_rank,wait_pairs"

struct python_times;
struct detail_windows;
struct profile;

/* Simulates changes of the run; the caller clears *out.  Errors: logged. */
typedef enum status simulate_run(const struct profile *profile,
                                 const struct scenario *scenarios,
                                 uint32_t count, struct scenarios *out);

struct analyze_options {
    const struct ranklist *ranks; /* ranks shown in per-rank sections; NULL:
                                   * all */
    const char *region;           /* shell pattern: only rows inside matching
                                   * regions; NULL: all */
    uint32_t top;                 /* rows per table; 0: all */
    const char *sort;             /* name or title of a column; NULL: each
                                   * table's default */
    const char *detail;           /* tables of section 0 to make: NULL none,
                                   * "*" all, "" all but those with all
                                   * stretches of each rank, or their names:
                                   * "hosts,settings" */
    const char *run_path;         /* path of the run, shown as a fact; or
                                   * NULL */
    bool in_run;                  /* made by the run itself, at its end */
    bool in_parts;                /* leaves large tables in parts (table.h),
                                   * unless top or sort is given; the profile
                                   * must stay until they are written */
    bool charts;                  /* also the charts of charts.h */
    const struct detail_windows
        *detail_windows;               /* single calls for the charts, borrowed
                                      * by the report; or NULL */
    const struct progress *progress;   /* counts ranks; or NULL */
    const struct python_times *python; /* cProfile times; or NULL */
    simulate_run *simulate;            /* for profiles with a log; or NULL */
    bool python_left_out; /* cProfile times exist, but cover the whole run, not
                           * the profile's window */
};

#endif
