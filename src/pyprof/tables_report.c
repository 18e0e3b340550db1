/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tables_report.c - the tables of one set of profiles, and of a comparison.
 */
#include "pyprof/report.h"

#include <string.h>

#include "base/log.h"
#include "pyprof/tables.h"

static enum status add_calls(const struct pyprof *merged,
                             const struct pyprof_view *view,
                             enum py_table which, struct report *report)
{
    const char *pattern = which == PY_CALLERS ? view->callers : view->callees;
    struct py_selection selection;
    enum status status;

    if (pattern == NULL && !view->all_calls)
        return STATUS_OK;
    status = selection_match(merged, view, pattern, &selection);
    if (status != STATUS_OK)
        return status;
    if (pattern != NULL && selection.count == 0)
        log_warn("no function matches '%s'", pattern);
    tables_calls(merged, &selection, which, report);
    selection_clear(&selection);
    return status;
}

static void add_picture(const struct pyprof *merged, struct report *report)
{
    for (size_t i = 0; i < report->table_count; i++)
        if (strcmp(report->tables[i]->name,
                   pyprof_forms[PY_WORK_SPREAD].name) == 0)
            tables_picture(merged, report->tables[i]);
}

static enum status add_functions(const struct pyprof *merged,
                                 const struct pyprof_view *view,
                                 struct report *report)
{
    struct py_selection selection;
    enum status status = selection_make(merged, view, &selection);

    if (status != STATUS_OK)
        return status;
    if (merged->rank_count > 1)
        tables_imbalance(merged, &selection, PY_WORK_SPREAD, view->rows,
                         report);
    if (view->pictures && merged->rank_count > 1)
        add_picture(merged, report);
    tables_functions(merged, &selection, report);
    if (merged->rank_count > 1) {
        tables_imbalance(merged, &selection, PY_IMBALANCE, view->rows, report);
        tables_imbalance(merged, &selection, PY_IMBALANCE_CUMULATIVE,
                         view->rows, report);
    }
    if (view->by_rank)
        tables_by_rank(merged, &selection, view, report);
    selection_clear(&selection);
    return STATUS_OK;
}

enum status pyprof_report(const struct pyprof *merged,
                          const struct pyprof_view *view,
                          struct report *report)
{
    enum status status;

    if (merged->rank_count == 0)
        return log_fail(STATUS_NOT_FOUND, "no profile could be read");
    tables_run(merged, view->missing, report);
    tables_ranks(merged, report);
    if (merged->rank_count > 1)
        tables_groups(merged, report);
    status = add_functions(merged, view, report);
    if (status == STATUS_OK)
        status = add_calls(merged, view, PY_CALLERS, report);
    if (status == STATUS_OK)
        status = add_calls(merged, view, PY_CALLEES, report);
    say_verdict(merged, report);
    say_completeness(merged, view->missing, "", report);
    return report_check(report, status);
}

enum status pyprof_compare(const struct pyprof *a, const struct pyprof *b,
                           struct report *report)
{
    if (a->rank_count == 0 || b->rank_count == 0)
        return log_fail(STATUS_NOT_FOUND, "no profile of %s could be read",
                        a->rank_count == 0 ? "A" : "B");
    tables_compare_runs(a, b, report);
    tables_compare(a, b, report);
    say_compared(a, b, report);
    say_completeness(a, NULL, "A: ", report);
    say_completeness(b, NULL, "B: ", report);
    return report_check(report, STATUS_OK);
}
