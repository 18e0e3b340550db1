/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * calls_per_rank.c - no section: calls of every procedure on every rank.
 *
 * For programs that read JSON or CSV, and for --table.
 */
#include <stdlib.h>

#include "analyze/facts/rank_rows.h"

static const struct column columns[] = {
    { "rank", "rank", CELL_INTEGER, "Rank in MPI_COMM_WORLD." },
    { "procedure", "procedure", CELL_TEXT, "Name of the MPI procedure." },
    { "calls", "calls", CELL_COUNT, "Calls on that rank." },
    { "time_s", "time", CELL_NS, "Time inside it on that rank." },
    { "bytes_out", "sent", CELL_BYTES, "Bytes that went out." },
    { "bytes_in", "received", CELL_BYTES, "Bytes that came in." },
    { "errors", "errors", CELL_COUNT,
      "Calls that did not return MPI_SUCCESS." },
};

static const struct table_form forms[] = {
    TABLE_FORM("calls_per_rank", "Calls per rank", 0, columns),
};

struct call_sum {
    uint64_t calls, time, out_bytes, in_bytes, errors;
};

static void add_row(struct call_sum *sum, const struct row *row)
{
    sum->calls += row->count;
    sum->time += row->time.sum;
    sum->out_bytes += row->out.sum;
    sum->in_bytes += row->in.sum;
    sum->errors += row->errors;
}

static void add_cells(struct table *table, const struct scope *scope,
                      uint32_t rank, uint32_t call, const struct call_sum *sum)
{
    table_integer(table, rank);
    table_text(table, scope_call_name(scope, call));
    TABLE_NUMBERS(table, sum->calls, sum->time, sum->out_bytes, sum->in_bytes,
                  sum->errors);
}

static void sum_rows(struct call_sum *sums, const struct scope *scope,
                     const struct rank_data *rank)
{
    for (size_t i = 0; i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];

        if (row->call < scope->profile->call_count &&
            scope_inside(scope, row->region))
            add_row(&sums[row->call], row);
    }
}

static void add_rank(struct table *table, const struct scope *scope,
                     const struct rank_data *rank, void *context)
{
    uint32_t count = (uint32_t)scope->profile->call_count;
    struct call_sum *sums = calloc(count + 1u, sizeof(*sums));

    (void)context;
    if (sums == NULL) {
        table->failed = true;
        return;
    }
    sum_rows(sums, scope, rank);
    for (uint32_t call = 0; call < count; call++)
        if (sums[call].calls > 0 || sums[call].time > 0)
            add_cells(table, scope, rank->rank, call, &sums[call]);
    free(sums);
}

static enum status calls_finish(void *state, const struct scope *scope,
                                struct report *report)
{
    (void)state;
    return report_add_rank_rows(report, &forms[0], scope,
                                &(struct rank_rows_maker){ .add = add_rank });
}

const struct analysis calls_per_rank_analysis = {
    .finish = calls_finish,
    FORMS(forms),
};
