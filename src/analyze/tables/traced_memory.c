/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * traced_memory.c - how much memory was in use, on accelerators above all, by
 * the metrics of a trace: of each rank, and of all ranks over time.
 *
 * Only in traces of tools that record this.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/analysis.h"
#include "base/array_room.h"
#include "base/log.h"
#include "base/saturate.h"

static const struct column columns[] = {
    { "rank", "rank", CELL_INTEGER, "The rank whose memory it is." },
    { "memory", "memory", CELL_TEXT,
      "Name of the metric in the trace, such as CUDA Memory." },
    { "place", "on", CELL_TEXT,
      "The accelerator, as the trace names it; empty: the process." },
    { "max_bytes", "max", CELL_BYTES,
      "Largest amount in use in the measured part of the rank." },
    { "max_at_s", "max at", CELL_NS,
      "When it was first in use, counted from the start of the run." },
    { "mean_bytes", "mean", CELL_BYTES,
      "Amount in use, averaged over the measured part of the rank." },
    { "end_bytes", "at the end", CELL_BYTES,
      "Amount in use at the end of the measured part." },
    { "readings", "changes", CELL_COUNT,
      "How often the trace has the amount in the measured part." },
};

static const struct column over_time_columns[] = {
    { "begin_s", "start", CELL_NS,
      "Start of the stretch, counted from the start of the run." },
    { "width_s", NULL, CELL_NS, "Length of the stretch." },
    { "memory", "memory", CELL_TEXT, "Name of the metric in the trace." },
    { "bytes", "bytes", CELL_BYTES,
      "Memory in use, the sum over all ranks and accelerators of each one's "
      "maximum in the stretch." },
    { "max_bytes", "max", CELL_BYTES, "The largest of these maxima." },
    { "max_rank", "rank", CELL_INTEGER, "The rank with that maximum." },
};

static const struct table_form forms[] = {
    TABLE_FORM("traced_memory", "Memory in use, by the trace",
               SECTION_RESOURCES, columns),
    TABLE_FORM("traced_memory_over_time",
               "Memory in use over time, by the trace", 0, over_time_columns),
};

struct memory_row {
    uint32_t rank;
    char *name, *place;
    uint64_t readings, most, most_at, mean, last;
};

/* All ranks together. */
struct memory_kind {
    char *name;
    double sum[MEMORY_BINS];
    uint64_t most[MEMORY_BINS];
    uint32_t most_rank[MEMORY_BINS];
};

struct traced_memory {
    uint64_t width, end; /* of a bin; of the run */
    struct memory_row *rows;
    size_t row_count;
    struct memory_kind *kinds;
    size_t kind_count;
};

static void memory_clear(void *state)
{
    struct traced_memory *own = state;

    for (size_t i = 0; i < own->row_count; i++) {
        free(own->rows[i].name);
        free(own->rows[i].place);
    }
    for (size_t i = 0; i < own->kind_count; i++)
        free(own->kinds[i].name);
    free(own->rows);
    free(own->kinds);
}

static bool add_row(struct traced_memory *own, uint32_t rank,
                    const struct memory_use *use)
{
    const struct memory_row row = { .rank = rank,
                                    .name = strdup(use->name),
                                    .place = strdup(use->place),
                                    .readings = use->readings,
                                    .most = use->most,
                                    .most_at = use->most_at,
                                    .mean = use->mean,
                                    .last = use->last };

    if (row.name != NULL && row.place != NULL &&
        ARRAY_ADD(own->rows, own->row_count, row))
        return true;
    free(row.name);
    free(row.place);
    return false;
}

/* NULL: no memory. */
static struct memory_kind *kind_of(struct traced_memory *own, const char *name)
{
    struct memory_kind kind = { .name = NULL };

    for (size_t i = 0; i < own->kind_count; i++)
        if (strcmp(own->kinds[i].name, name) == 0)
            return &own->kinds[i];
    kind.name = strdup(name);
    if (kind.name != NULL && ARRAY_ADD(own->kinds, own->kind_count, kind))
        return &own->kinds[own->kind_count - 1];
    free(kind.name);
    return NULL;
}

static bool add_over_time(struct traced_memory *own, uint32_t rank,
                          const struct memory_use *use)
{
    struct memory_kind *kind = kind_of(own, use->name);

    for (int i = 0; kind != NULL && i < MEMORY_BINS; i++) {
        kind->sum[i] += (double)use->highest[i];
        if (use->highest[i] > kind->most[i]) {
            kind->most[i] = use->highest[i];
            kind->most_rank[i] = rank;
        }
    }
    return kind != NULL;
}

/* Bins have the same width on all ranks. */
static enum status memory_add(void *state, const struct scope *scope,
                              const struct rank_data *rank)
{
    struct traced_memory *own = state;
    const struct memory_uses *uses = &rank->memory;

    if (!scope->ranks[scope->rank_count - 1].shown || uses->count == 0)
        return STATUS_OK;
    own->width = uses->width;
    if (rank->begin + rank->length > own->end)
        own->end = rank->begin + rank->length;
    for (uint32_t i = 0; i < uses->count; i++)
        if (!add_row(own, rank->rank, &uses->items[i]) ||
            !add_over_time(own, rank->rank, &uses->items[i]))
            return log_fail(STATUS_NO_MEMORY, "memory in use");
    return STATUS_OK;
}

static enum status memory_fill(struct table *table, const struct scope *scope,
                               const void *state)
{
    const struct traced_memory *own = state;

    (void)scope;
    for (size_t i = 0; i < own->row_count; i++) {
        const struct memory_row *row = &own->rows[i];

        table_integer(table, row->rank);
        table_text(table, row->name);
        table_text(table, row->place);
        table_number(table, row->most);
        table_number(table, row->most_at);
        table_number(table, row->mean);
        table_number(table, row->last);
        table_number(table, row->readings);
    }
    return STATUS_OK;
}

static void put_stretch(struct table *table, const struct traced_memory *own,
                        const struct memory_kind *kind, uint32_t bin)
{
    uint64_t begin = bin * own->width, left = own->end - begin;

    table_number(table, begin);
    table_number(table, left < own->width ? left : own->width);
    table_text(table, kind->name);
    table_number(table, saturate_near(kind->sum[bin]));
    table_number(table, kind->most[bin]);
    if (kind->most[bin] > 0)
        table_integer(table, kind->most_rank[bin]);
    else
        table_empty(table);
}

static enum status over_time_fill(struct table *table,
                                  const struct scope *scope, const void *state)
{
    const struct traced_memory *own = state;

    (void)scope;
    table->whole = true;
    for (size_t i = 0; i < own->kind_count; i++)
        for (uint32_t bin = 0;
             bin < MEMORY_BINS && bin * own->width < own->end; bin++)
            put_stretch(table, own, &own->kinds[i], bin);
    return STATUS_OK;
}

/* Memory belongs to no region. */
static enum status memory_finish(void *state, const struct scope *scope,
                                 struct report *report)
{
    const struct traced_memory *own = state;
    enum status status;

    if (own->row_count == 0 || !scope_inside(scope, 0))
        return STATUS_OK;
    status = report_add_filled(report, &forms[0], scope, state, memory_fill);
    if (status == STATUS_OK)
        status =
            report_add_filled(report, &forms[1], scope, state, over_time_fill);
    return status;
}

const struct analysis traced_memory_analysis = {
    .state_size = sizeof(struct traced_memory),
    .add = memory_add,
    .finish = memory_finish,
    .clear = memory_clear,
    FORMS(forms),
};
