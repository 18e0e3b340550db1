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
#include "base/order.h"
#include "base/saturate.h"

static const struct column columns[] = {
    { "rank", "rank", CELL_INTEGER, "The rank whose memory it is." },
    { "memory", "memory", CELL_TEXT,
      "Name of the metric in the trace, such as CUDA Memory." },
    { "place", "on", CELL_TEXT,
      "The accelerator, as the trace names it; empty: the process." },
    { "max_bytes", "max", CELL_BYTES,
      "Largest amount in use in the rank's measured time." },
    { "max_at_s", "max at", CELL_NS,
      "When it was first in use, counted from the start of the run." },
    { "mean_bytes", "mean", CELL_BYTES,
      "Amount in use, averaged over the rank's measured time." },
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
    uint32_t name, place; /* HOST and FILE of the names */
    uint64_t readings, most, most_at, mean, last;
};

/* All ranks together. */
struct memory_kind {
    double sum[MEMORY_BINS];
    uint64_t most[MEMORY_BINS];
    uint32_t most_rank[MEMORY_BINS];
};

struct traced_memory {
    uint64_t width, end; /* of a bin; of the run */
    struct definitions *names;
    struct memory_row *rows;
    size_t row_count;
    struct memory_kind *kinds; /* by name */
    size_t kind_room;
};

static void memory_clear(void *state)
{
    struct traced_memory *own = state;

    definitions_destroy(own->names);
    FREE_ALL(own->rows, own->kinds);
}

static uint32_t number_of(struct traced_memory *own, enum definition_kind kind,
                          const char *name)
{
    return definitions_intern(own->names, kind, 0, 0, name, strlen(name));
}

static const char *name_of(const struct traced_memory *own,
                           enum definition_kind kind, uint32_t number)
{
    return (const char *)definitions_get(own->names, kind, number).key;
}

static bool add_row(struct traced_memory *own, uint32_t rank,
                    const struct memory_use *use)
{
    const struct memory_row row = {
        .rank = rank,
        .name = number_of(own, DEFINITION_HOST, use->name),
        .place = number_of(own, DEFINITION_FILE, use->place),
        .readings = use->readings,
        .most = use->most,
        .most_at = use->most_at,
        .mean = use->mean,
        .last = use->last
    };

    return row.name != DEFINITION_NONE && row.place != DEFINITION_NONE &&
           array_reach(&own->kinds, row.name, &own->kind_room,
                       sizeof(*own->kinds)) &&
           ARRAY_ADD(own->rows, own->row_count, row);
}

static void add_over_time(struct memory_kind *kind, uint32_t rank,
                          const struct memory_use *use)
{
    for (int i = 0; i < MEMORY_BINS; i++) {
        kind->sum[i] += (double)use->highest[i];
        if (use->highest[i] > kind->most[i]) {
            kind->most[i] = use->highest[i];
            kind->most_rank[i] = rank;
        }
    }
}

/* Bins have the same width on all ranks. */
static enum status memory_add(void *state, const struct scope *scope,
                              const struct rank_data *rank)
{
    struct traced_memory *own = state;
    const struct memory_uses *uses = &rank->memory;

    if (!scope->ranks[scope->rank_count - 1].shown || uses->count == 0)
        return STATUS_OK;
    if (own->names == NULL && definitions_create(&own->names) != STATUS_OK)
        return log_fail(STATUS_NO_MEMORY, "memory in use");
    own->width = uses->width;
    own->end = order_most(own->end, rank->begin + rank->length);
    for (uint32_t i = 0; i < uses->count; i++) {
        if (!add_row(own, rank->rank, &uses->items[i]))
            return log_fail(STATUS_NO_MEMORY, "memory in use");
        add_over_time(&own->kinds[own->rows[own->row_count - 1].name],
                      rank->rank, &uses->items[i]);
    }
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
        table_text(table, name_of(own, DEFINITION_HOST, row->name));
        table_text(table, name_of(own, DEFINITION_FILE, row->place));
        TABLE_NUMBERS(table, row->most, row->most_at, row->mean, row->last,
                      row->readings);
    }
    return STATUS_OK;
}

static void put_stretch(struct table *table, const struct traced_memory *own,
                        uint32_t name, uint32_t bin)
{
    const struct memory_kind *kind = &own->kinds[name];
    uint64_t begin = bin * own->width;

    TABLE_NUMBERS(table, begin, order_least(own->end - begin, own->width));
    table_text(table, name_of(own, DEFINITION_HOST, name));
    TABLE_NUMBERS(table, saturate_near(kind->sum[bin]), kind->most[bin]);
    table_integer_if(table, kind->most[bin] > 0, kind->most_rank[bin]);
}

static enum status over_time_fill(struct table *table,
                                  const struct scope *scope, const void *state)
{
    const struct traced_memory *own = state;

    (void)scope;
    table->whole = true;
    for (uint32_t i = 0; i < definitions_count(own->names, DEFINITION_HOST);
         i++)
        for (uint32_t bin = 0;
             bin < MEMORY_BINS && bin * own->width < own->end; bin++)
            put_stretch(table, own, i, bin);
    return STATUS_OK;
}

/* Memory belongs to no region. */
static bool memory_wanted(const void *state, const struct scope *scope)
{
    const struct traced_memory *own = state;

    return own->row_count > 0 && scope_inside(scope, 0);
}

const struct analysis traced_memory_analysis = {
    .state_size = sizeof(struct traced_memory),
    .add = memory_add,
    .wanted = memory_wanted,
    .fill = { memory_fill, over_time_fill },
    .clear = memory_clear,
    FORMS(forms),
};
