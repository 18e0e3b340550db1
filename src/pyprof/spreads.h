/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * spreads.h - how a measure of functions is distributed over the ranks.
 *
 * A rank that did not call a function counts as zero.
 * Units: ns.  Threads: one owner.  Memory: the caller's arrays.
 */
#ifndef PYPROF_SPREADS_H
#define PYPROF_SPREADS_H

#include "pyprof/merged.h"

enum py_measure { PY_OWN, PY_INCLUSIVE, PY_WORK };

const struct rank_stats *spread_across(const struct py_function *function,
                                       enum py_measure measure);

/* Fills values[i * ranks + rank] for functions[i].  Returns false if they are unknown. */
bool spread_values(const struct pyprof *merged, enum py_measure measure,
                   const uint32_t *functions, size_t count, uint64_t *values);

struct spread_quartiles {
    uint64_t low, median, high;
    bool known;
};

/* Interpolated between the two nearest ranks, as numpy.percentile() does. */
void spread_quartiles(const struct pyprof *merged, enum py_measure measure,
                      const uint32_t *functions, size_t count,
                      struct spread_quartiles *out);

#endif
