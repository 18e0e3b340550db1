/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tables_functions.c - functions, their imbalance between ranks, callers and
 * callees.
 */
#include <stdlib.h>

#include "base/array_room.h"
#include "base/order.h"
#include "base/saturate.h"
#include "pyprof/causes.h"
#include "pyprof/files/label.h"
#include "pyprof/report.h"
#include "pyprof/spreads.h"
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
    TABLE_NUMBERS(table, total->calls, total->primitive, py_ns(total->own));
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

struct imbalanced {
    uint32_t function;
    struct rank_stats_result spread;
    uint64_t order; /* avoidable time + 1; 0: it is, or has, time in MPI */
    size_t place;
};

ORDER(most_avoidable_first, struct imbalanced, DOWN(order) UP(place));

static enum py_measure measure_of(enum py_table which)
{
    return which == PY_IMBALANCE              ? PY_OWN
           : which == PY_IMBALANCE_CUMULATIVE ? PY_INCLUSIVE
                                              : PY_WORK;
}

static bool function_belongs(const struct py_function *function,
                             enum py_table which)
{
    return which == PY_WORK_SPREAD ? function->with_libraries.ranks > 0 ||
                                         function->with_libraries.open
                                   : function->listed;
}

/* Whether ranks wait in that time: then it cannot be spread evenly. */
static bool is_waited_in(const struct pyprof *merged, uint32_t function,
                         enum py_table which, const bool *communicates)
{
    if (which == PY_IMBALANCE_CUMULATIVE)
        return communicates[function];
    return merged_is_mpi(merged, function) ||
           (which == PY_IMBALANCE &&
            merged->functions[function].hidden_ns > 0);
}

static size_t order_functions(const struct pyprof *merged,
                              const struct py_selection *selection,
                              enum py_table which, const bool *communicates,
                              struct imbalanced *out)
{
    size_t count = 0;

    for (size_t i = 0; i < selection->count; i++) {
        uint32_t at = selection->functions[i];
        struct rank_stats_result spread;

        if (!function_belongs(&merged->functions[at], which))
            continue;
        spread = merged_spread(
            merged, spread_across(&merged->functions[at], measure_of(which)));
        out[count] =
            (struct imbalanced){ at, spread,
                                 is_waited_in(merged, at, which, communicates)
                                     ? 0
                                     : spread.avoidable + 1,
                                 i };
        count++;
    }
    qsort(out, count, sizeof(*out), most_avoidable_first);
    return count;
}

static void add_spread(struct table *table, const struct pyprof *merged,
                       const struct imbalanced *item,
                       const struct spread_quartiles *quartiles)
{
    const struct rank_stats_result *spread = &item->spread;
    uint64_t longest = merged_longest(merged)->own_ns;
    bool work = item->order > 0;

    label_cells(table, merged, item->function);
    table_number(table, spread->min);
    table_number_if(table, quartiles->known, quartiles->low);
    table_number_if(table, quartiles->known, quartiles->median);
    table_number_if(table, quartiles->known, quartiles->high);
    table_number(table, spread->max);
    table_integer(table, merged->ranks[spread->max_index].rank);
    table_number(table, saturate_near(spread->mean));
    table_number_if(table, work, spread->avoidable);
    table_real_if(table, work, py_share(spread->avoidable, longest));
    TABLE_NUMBERS(table, spread->ranks, saturate_near(spread->deviation));
    table_integer(table, merged->ranks[spread->min_index].rank);
    label_more_cells(table, merged, item->function);
}

static bool add_spreads(struct table *table, const struct pyprof *merged,
                        const struct imbalanced *items, size_t count,
                        size_t rows, enum py_measure measure)
{
    struct spread_quartiles *quartiles = calloc(count + 1, sizeof(*quartiles));
    uint32_t *functions = calloc(count + 1, sizeof(*functions));
    bool sound = quartiles != NULL && functions != NULL;

    for (size_t i = 0; sound && i < count; i++)
        functions[i] = items[i].function;
    if (sound)
        spread_quartiles(merged, measure, functions,
                         rows > 0 && rows < count ? rows : count, quartiles);
    for (size_t i = 0; sound && i < count; i++)
        add_spread(table, merged, &items[i], &quartiles[i]);
    FREE_ALL(functions, quartiles);
    return sound;
}

void tables_imbalance(const struct pyprof *merged,
                      const struct py_selection *selection,
                      enum py_table which, size_t rows, struct report *report)
{
    struct table *table = report_add_form(report, &pyprof_forms[which]);
    struct imbalanced *items = calloc(selection->count + 1, sizeof(*items));
    bool *communicates = calloc(merged->function_count + 1u, 1);
    size_t count;

    if (table != NULL && items != NULL && communicates != NULL &&
        causes_communicating(merged, communicates)) {
        count = order_functions(merged, selection, which, communicates, items);
        table->failed |=
            !add_spreads(table, merged, items, count, rows, measure_of(which));
    } else if (table != NULL) {
        table->failed = true;
    }
    FREE_ALL(communicates, items);
}

/* ---- callers and callees ---- */

static void add_edge(struct table *table, const struct pyprof *merged,
                     const struct py_edge *edge, uint32_t first,
                     uint32_t second)
{
    const struct py_numbers *total = &edge->total;
    uint64_t all = py_ns(merged->functions[edge->callee].total.cumulative);
    struct rank_stats_result spread = merged_spread(merged, &edge->cumulative);
    bool times = edge->full && !edge->bare; /* of all ranks */

    label_cells(table, merged, first);
    label_cells(table, merged, second);
    table_number(table, total->calls);
    table_number_if(table, edge->full, total->primitive);
    table_number_if(table, edge->full, py_ns(total->own));
    table_number_if(table, edge->full, py_ns(total->cumulative));
    table_real_if(table, edge->full, py_share(py_ns(total->cumulative), all));
    table_number_if(table, times, spread.min);
    table_number_if(table, times, saturate_near(spread.mean));
    table_number_if(table, times, spread.max);
    table_integer_if(table, times, merged->ranks[spread.max_index].rank);
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
