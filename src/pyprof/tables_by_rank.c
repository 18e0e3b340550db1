/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tables_by_rank.c - functions x ranks: as rows, made rank by rank while they are
 * written, and as a picture in letters.
 */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "pyprof/files/label.h"
#include "pyprof/report.h"
#include "pyprof/tables.h"

#define LEAST 0.001 /* of T on some rank, for a row */

/* ---- rows ---- */

struct rows {
    const struct pyprof *merged;
    bool *wanted; /* by function */
    size_t next;  /* position of the rank */
    struct table *table;
};

static void add_row(void *context, const struct by_rank_cell *cell)
{
    struct rows *rows = context;
    const struct pyprof *merged = rows->merged;
    struct table *table = rows->table;

    if (!rows->wanted[cell->function])
        return;
    label_cells(table, merged, cell->function);
    table_integer(table, merged->ranks[rows->next].rank);
    TABLE_NUMBERS(table, cell->calls, cell->primitive, cell->own,
                  cell->cumulative);
    table_number_if(table, merged->functions[cell->function].program,
                    cell->work);
    label_more_cells(table, merged, cell->function);
}

static bool next_rank(void *context, struct table *table)
{
    struct rows *rows = context;

    if (rows->next >= rows->merged->rank_count)
        return false;
    rows->table = table;
    if (!by_rank_read(&rows->merged->by_rank, rows->next, add_row, rows))
        table->failed = true;
    rows->next++;
    return true;
}

static void rows_destroy(void *context)
{
    struct rows *rows = context;

    free(rows->wanted);
    free(rows);
}

static struct rows *rows_create(const struct pyprof *merged,
                                const struct py_selection *selection, bool all)
{
    uint64_t longest = merged_longest(merged)->own_ns;
    struct rows *rows = calloc(1, sizeof(*rows));

    if (rows == NULL)
        return NULL;
    *rows = (struct rows){ merged, calloc(merged->function_count + 1u, 1), 0,
                           NULL };
    if (rows->wanted == NULL) {
        free(rows);
        return NULL;
    }
    for (size_t i = 0; i < selection->count; i++) {
        uint32_t at = selection->functions[i];

        rows->wanted[at] =
            all ||
            (double)merged_spread(merged, &merged->functions[at].cumulative)
                    .max >= LEAST * (double)longest;
    }
    return rows;
}

void tables_by_rank(const struct pyprof *merged,
                    const struct py_selection *selection,
                    const struct pyprof_view *view, struct report *report)
{
    struct table *table;
    struct rows *rows;

    if (merged->by_rank.failed || merged->by_rank.ranks == 0)
        return;
    table = report_add_form(report, &pyprof_forms[PY_BY_RANK]);
    if (table == NULL)
        return;
    rows = rows_create(merged, selection, view->all_calls);
    if (rows == NULL) {
        table->failed = true;
        return;
    }
    table->parts = (struct table_parts){ next_rank, rows_destroy, rows };
    if (!view->in_parts)
        table_gather(table);
    if (view->pictures)
        tables_picture(merged, table);
}
