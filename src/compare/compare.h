/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * compare.h - differences between two runs, or between two groups of runs.
 *
 * Makes tables of report.h from runs in a struct runs: A, the baseline, and B.
 * Times are means over the ranks of a run, so that they compare with T; a side
 * with several runs uses their mean.
 * Threads: one owner.  Memory: the caller destroys *out.
 */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include "report/table_form.h"
#include "compare/runs.h"

struct compare_sides {
    struct runs_group a, b;
    char a_name[32], b_name[32]; /* "in A", "on 8 ranks" */
    bool usual; /* values of A are what is usual in its runs, runs_usual() */
};

enum status compare_runs(const struct runs *runs,
                         const struct compare_sides *sides,
                         struct report **out);

/* Change of one row: B - A, and the part that may be chance. */
struct compare_change {
    bool known, b_known;
    double a, b, more;
    double noise; /* NAN: unknown */
};

struct compare_change compare_row(const struct runs_row *row,
                                  const struct compare_sides *sides);
/* The same for the row of that name; unknown without one. */
struct compare_change compare_named(const struct runs *runs, enum runs_set set,
                                    const char *name,
                                    const struct compare_sides *sides);
struct compare_change compare_calls(const struct runs_row *row,
                                    const struct compare_sides *sides);
/* Whether the change is within the variation of runs of one side. */
bool compare_is_noise(const struct compare_change *change);
/* Adds a cell. */
void compare_add_time(struct table *table, bool known, double ns);

extern const struct table_form compare_forms[];
extern const size_t compare_form_count;

#endif
