/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * report.h - shared by the modules that build reports of profiles.
 */
#ifndef PYPROF_REPORT_H
#define PYPROF_REPORT_H

#include "pyprof/merged.h"

/* Returns the rank with the most time; there must be at least one. */
const struct py_rank *merged_longest(const struct pyprof *merged);
/* Number of functions called: excludes those seen as callers only. */
uint64_t merged_listed(const struct pyprof *merged);
/* Exclusive or inclusive time of a function over all ranks. */
struct rank_stats_result merged_spread(const struct pyprof *merged,
                                       const struct rank_stats *across);

/* Whether mpi4py was used and is not in the profiles. */
bool merged_hides_mpi(const struct pyprof *merged);

/* "1.20 s" */
struct py_said_seconds {
    char text[64];
};
struct py_said_seconds py_say_seconds(uint64_t ns);

/* Report where the time went, the worst function, missing data. side: "A: "
 * before each remark, or "". */
void say_verdict(const struct pyprof *merged, struct report *report);
void say_completeness(const struct pyprof *merged, const char *missing,
                      const char *side, struct report *report);
void say_compared(const struct pyprof *a, const struct pyprof *b,
                  struct report *report);

#endif
