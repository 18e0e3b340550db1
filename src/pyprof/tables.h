/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tables.h - the tables of pyprof_report(), in pyprof_forms.
 *
 * Each function adds one filled table.
 */
#ifndef PYPROF_TABLES_H
#define PYPROF_TABLES_H

#include "pyprof/view.h"

enum py_table {
    PY_RUN,
    PY_RANKS,
    PY_CAUSES,
    PY_GROUPS,
    PY_WORK_SPREAD,
    PY_IMBALANCE,
    PY_IMBALANCE_CUMULATIVE,
    PY_FUNCTIONS,
    PY_BY_RANK,
    PY_CALLERS,
    PY_CALLEES,
    PY_COMPARE_RUNS,
    PY_COMPARE,
    PY_TABLES
};

void tables_run(const struct pyprof *merged, const char *missing,
                struct report *report);
void tables_ranks(const struct pyprof *merged, struct report *report);
void tables_groups(const struct pyprof *merged, struct report *report);
void tables_functions(const struct pyprof *merged,
                      const struct py_selection *selection,
                      struct report *report);
/* rows: how many are shown at most, 0: all; the others lack quartiles. */
void tables_imbalance(const struct pyprof *merged,
                      const struct py_selection *selection,
                      enum py_table which, size_t rows, struct report *report);
/* Draws functions by ranks below a table. */
void tables_picture(const struct pyprof *merged, struct table *table);
void tables_by_rank(const struct pyprof *merged,
                    const struct py_selection *selection,
                    const struct pyprof_view *view, struct report *report);
void tables_calls(const struct pyprof *merged,
                  const struct py_selection *selection, enum py_table which,
                  struct report *report);
void tables_compare_runs(const struct pyprof *a, const struct pyprof *b,
                         struct report *report);
void tables_compare(const struct pyprof *a, const struct pyprof *b,
                    struct report *report);

/* part / whole; 0 if whole is 0. */
double py_share(uint64_t part, uint64_t whole);

#endif
