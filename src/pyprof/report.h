/*
 * report.h - what the modules that make reports of profiles share.
 */
#ifndef PYPROF_REPORT_H
#define PYPROF_REPORT_H

#include "pyprof/merged.h"

/* The rank with the most time; there is at least one. */
const struct py_rank *merged_longest(const struct pyprof *merged);
/* How many functions were called: not those that are callers only. */
uint64_t merged_listed(const struct pyprof *merged);
/* Own or cumulative time of a function over all ranks. */
struct rank_stats_result merged_spread(const struct pyprof *merged,
                                       const struct rank_stats *across);

/* Where the time went, what is worst, what is missing.  side: "A: " before
 * each remark, or "". */
void say_verdict(const struct pyprof *merged, struct report *report);
void say_completeness(const struct pyprof *merged, const char *missing,
                      const char *side, struct report *report);
void say_compared(const struct pyprof *a, const struct pyprof *b,
                  struct report *report);

#endif
