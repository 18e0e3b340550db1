/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_excess.h - the Python function in which a rank takes longer than the
 * others, by cProfile.
 *
 * The function is one of the program; its time includes that of built-in
 * functions and libraries that it calls, but not MPI.  If the time is in several
 * functions, it is the one that calls them, with all that it calls.  cProfile knows
 * no regions: times are of the whole run.
 * Units: ns.  Threads: one owner.  Memory: none.
 */
#ifndef ANALYZE_FACTS_SAMPLES_PYTHON_EXCESS_H
#define ANALYZE_FACTS_SAMPLES_PYTHON_EXCESS_H

#include "analyze/facts/scope.h"
#include "model/python/python_times.h"

struct python_excess {
    const struct python_time *time; /* NULL: none has half of the excess */
    bool with_calls;
    uint64_t most, all; /* ns of the rank, over all ranks */
};

/* Finds the function with most of what the rank with the greatest useful time has
 * beyond the mean. */
struct python_excess
python_excess_find(const struct scope *scope,
                   const struct rank_stats_result *spread);

#endif
