/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * compare.h - differences between two runs, or between two groups of runs.
 *
 * Makes tables of report.h from runs in a struct runs: A, the baseline, and B.
 * Times are means over the ranks of a run, so that they compare with T; a side
 * with several runs uses their mean.
 * Threads: one owner.  Memory: the caller destroys *out.  Errors: only a lack
 * of memory, which is logged.
 */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include "compare/compare_change.h"
#include "report/table_form.h"

enum status compare_runs(const struct runs *runs,
                         const struct compare_sides *sides,
                         struct report **out);

extern const struct table_form compare_forms[];
extern const size_t compare_form_count;

#endif
