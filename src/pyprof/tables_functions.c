/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tables_functions.c - functions, their imbalance between ranks, callers and
 * callees.
 */
#include "base/saturate.h"
#include "pyprof/label.h"
#include "pyprof/report.h"
#include "pyprof/tables.h"

struct rank_stats_result merged_spread(const struct pyprof *merged,
                                       const struct rank_stats *across)
{
    return rank_stats_result(across, (uint32_t)merged->rank_count);
}

/* ---- functions ---- */

static void add_per_call(struct table *table, double seconds, uint64_t calls)
{
    table_number_if(table, calls != 0, py_ns(seconds / (double)calls));
}

static void add_function(struct table *table, const struct pyprof *merged,
                         uint64_t all, uint32_t which)
{
    const struct py_function *function = &merged->functions[which];
    const struct py_numbers *total = &function->total;

    label_cells(table, merged, which);
    table_number(table, total->calls);
    table_number(table, total->primitive);
    table_number(table, py_ns(total->own));
    table_real(table, py_share(py_ns(total->own), all));
    table_number(table, py_ns(total->cumulative));
    table_real(table, py_share(py_ns(total->cumulative), all));
    add_per_call(table, total->own, total->calls);
    add_per_call(table, total->cumulative, total->primitive);
    table_number(table, merged_spread(merged, &function->own).ranks);
    label_more_cells(table, merged, which);
}

void tables_functions(const struct pyprof *merged,
                      const struct py_selection *selection,
                      struct report *report)
{
    uint64_t all = merged_own_ns(merged);
    struct table *table = report_add_form(report, &pyprof_forms[PY_FUNCTIONS]);

    if (table == NULL)
        return;
    for (size_t i = 0; i < selection->count; i++)
        if (merged->functions[selection->functions[i]].listed)
            add_function(table, merged, all, selection->functions[i]);
}

/* ---- imbalance ---- */

static void add_spread(struct table *table, const struct pyprof *merged,
                       const struct rank_stats *across, bool mpi,
                       uint64_t longest)
{
    struct rank_stats_result spread = merged_spread(merged, across);

    table_number(table, spread.ranks);
    table_number(table, spread.min);
    table_number(table, saturate_near(spread.mean));
    table_number(table, spread.max);
    table_number(table, saturate_near(spread.deviation));
    table_integer(table, merged->ranks[spread.max_index].rank);
    table_integer(table, merged->ranks[spread.min_index].rank);
    table_number_if(table, !mpi, spread.avoidable);
    table_real_if(table, !mpi, py_share(spread.avoidable, longest));
}

void tables_imbalance(const struct pyprof *merged,
                      const struct py_selection *selection,
                      enum py_table which, struct report *report)
{
    uint64_t longest = merged_longest(merged)->own_ns;
    struct table *table = report_add_form(report, &pyprof_forms[which]);

    if (table == NULL)
        return;
    for (size_t i = 0; i < selection->count; i++) {
        uint32_t at = selection->functions[i];
        const struct py_function *function = &merged->functions[at];

        if (!function->listed)
            continue;
        label_cells(table, merged, at);
        add_spread(table, merged,
                   which == PY_IMBALANCE ? &function->own
                                         : &function->cumulative,
                   function->mpi, longest);
        label_more_cells(table, merged, at);
    }
    table_sort(table, (size_t)table_column(table, "avoidable_s"));
}

/* ---- callers and callees ---- */

static void add_edge(struct table *table, const struct pyprof *merged,
                     const struct py_edge *edge, uint32_t first,
                     uint32_t second)
{
    const struct py_numbers *total = &edge->total;
    uint64_t all = py_ns(merged->functions[edge->callee].total.cumulative);

    label_cells(table, merged, first);
    label_cells(table, merged, second);
    table_number(table, total->calls);
    table_number_if(table, edge->full, total->primitive);
    table_number_if(table, edge->full, py_ns(total->own));
    table_number_if(table, edge->full, py_ns(total->cumulative));
    table_real_if(table, edge->full, py_share(py_ns(total->cumulative), all));
    label_more_cells(table, merged, first);
    label_more_cells(table, merged, second);
}

static void add_callers(struct table *table, const struct pyprof *merged,
                        uint32_t function)
{
    uint32_t at = merged->functions[function].first_caller;

    for (; at != PY_NONE; at = merged->edges[at].next_caller)
        add_edge(table, merged, &merged->edges[at], function,
                 merged->edges[at].caller);
}

static void add_callees(struct table *table, const struct pyprof *merged,
                        uint32_t function)
{
    uint32_t at = merged->functions[function].first_callee;

    for (; at != PY_NONE; at = merged->edges[at].next_callee)
        add_edge(table, merged, &merged->edges[at], function,
                 merged->edges[at].callee);
}

void tables_calls(const struct pyprof *merged,
                  const struct py_selection *selection, enum py_table which,
                  struct report *report)
{
    struct table *table = report_add_form(report, &pyprof_forms[which]);

    if (table == NULL)
        return;
    for (size_t i = 0; i < selection->count; i++)
        if (which == PY_CALLERS)
            add_callers(table, merged, selection->functions[i]);
        else
            add_callees(table, merged, selection->functions[i]);
}
