/*
 * calls_per_rank.c - no section: calls of every procedure on every rank.
 *
 * For programs that read JSON or CSV, and for --table.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/analysis.h"
#include "base/log.h"

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

struct calls_per_rank {
    struct table *table; /* NULL: not wanted */
    struct call_sum *sums; /* by call, of the rank being added */
};

static enum status calls_begin(void *state, const struct scope *scope)
{
    struct calls_per_rank *calls = state;

    if (!table_form_wanted(&forms[0], scope))
        return STATUS_OK;
    calls->sums =
        calloc(scope->profile->call_count + 1, sizeof(*calls->sums));
    if (calls->sums == NULL)
        return log_fail(STATUS_NO_MEMORY, "calls per rank");
    return table_form_create(&forms[0], &calls->table);
}

static void calls_clear(void *state)
{
    struct calls_per_rank *calls = state;

    table_destroy(calls->table);
    free(calls->sums);
}

static void add_row(struct call_sum *sum, const struct row *row)
{
    sum->calls += row->count;
    sum->time += row->time.sum;
    sum->out_bytes += row->out.sum;
    sum->in_bytes += row->in.sum;
    sum->errors += row->errors;
}

static void add_cells(struct table *table, const struct scope *scope,
                      uint32_t rank, uint32_t call,
                      const struct call_sum *sum)
{
    table_integer(table, rank);
    table_text(table, scope_call_name(scope, call));
    table_number(table, sum->calls);
    table_number(table, sum->time);
    table_number(table, sum->out_bytes);
    table_number(table, sum->in_bytes);
    table_number(table, sum->errors);
}

static enum status calls_add(void *state, const struct scope *scope,
                             const struct rank_data *rank)
{
    struct calls_per_rank *calls = state;
    uint32_t count = (uint32_t)scope->profile->call_count;

    if (calls->table == NULL || !scope->ranks[scope->rank_count - 1].shown)
        return STATUS_OK;
    memset(calls->sums, 0, count * sizeof(*calls->sums));
    for (size_t i = 0; i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];

        if (row->call < count && scope_inside(scope, row->region))
            add_row(&calls->sums[row->call], row);
    }
    for (uint32_t call = 0; call < count; call++)
        if (calls->sums[call].calls > 0)
            add_cells(calls->table, scope, rank->rank, call,
                      &calls->sums[call]);
    return STATUS_OK;
}

static enum status calls_finish(void *state, const struct scope *scope,
                                struct report *report)
{
    struct calls_per_rank *calls = state;

    (void)scope;
    if (calls->table != NULL)
        report_add(report, calls->table);
    calls->table = NULL;
    return STATUS_OK;
}

const struct analysis calls_per_rank_analysis = {
    .state_size = sizeof(struct calls_per_rank),
    .begin = calls_begin,
    .add = calls_add,
    .finish = calls_finish,
    .clear = calls_clear,
    .forms = forms,
    .form_count = 1,
};
