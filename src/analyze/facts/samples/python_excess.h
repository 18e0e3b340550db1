/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_excess.h - the Python function in which a rank takes longer than the
 * others, by cProfile.
 *
 * The function is one of the program; its time includes that of built-in
 * functions and libraries that it calls, but not MPI.  cProfile knows no
 * regions: times are of the whole run.
 * Units: ns.  Threads: one owner.  Memory: none.
 */
#ifndef ANALYZE_FACTS_PYTHON_EXCESS_H
#define ANALYZE_FACTS_PYTHON_EXCESS_H

#include "analyze/facts/scope.h"
#include "model/python/python_times.h"

/* Returns the function with most of what the rank with the greatest useful time
 * has beyond the mean; NULL: no function has half of that, or no profiles. */
const struct python_time *
python_excess_find(const struct scope *scope,
                   const struct rank_stats_result *spread);

#endif
