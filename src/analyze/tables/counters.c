/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * counters.c - hardware counters of useful time, by region.
 *
 * Only in runs with MPIPROF_COUNTERS.
 */
#include <stdlib.h>

#include "analyze/facts/analysis.h"
#include "analyze/facts/source_location.h"
#include "base/log.h"

static const struct column columns[] = {
    { "region", "region", CELL_TEXT, "Path of the region." },
    { "counter", "counter", CELL_TEXT, "Name of the counter." },
    { "total", "total", CELL_COUNT,
      "Counted over all ranks, outside MPI and without inner regions." },
    { "per_second", "per second", CELL_REAL,
      "Total / useful time of the region." },
    { "min", "min", CELL_COUNT, "Smallest count of a rank." },
    { "mean", "mean", CELL_REAL, "Mean of the ranks' counts." },
    { "max", "max", CELL_COUNT, "Greatest count of a rank." },
    { "max_rank", "on rank", CELL_INTEGER, "The rank with that count." },
};

static const struct table_form forms[] = {
    TABLE_FORM("counters", "Counters of useful time by region", SECTION_TIME,
               columns),
};

struct counters {
    struct rank_stats *values; /* nodes x counters */
    uint32_t nodes;
    size_t counters, index;
};

static enum status counters_begin(void *state, const struct scope *scope)
{
    struct counters *sums = state;
    size_t most = PROFILE_COUNTERS;

    sums->counters = scope->profile->counter_count;
    sums->counters = sums->counters < most ? sums->counters : most;
    if (sums->counters == 0)
        return STATUS_OK;
    sums->nodes =
        definitions_count(scope->profile->definitions, DEFINITION_REGION_NODE);
    sums->values =
        calloc(sums->nodes * sums->counters + 1, sizeof(*sums->values));
    if (sums->values == NULL)
        return log_fail(STATUS_NO_MEMORY, "counters of %u regions",
                        sums->nodes);
    return STATUS_OK;
}

static void counters_clear(void *state)
{
    struct counters *sums = state;

    free(sums->values);
}

static enum status counters_add(void *state, const struct scope *scope,
                                const struct rank_data *rank)
{
    struct counters *sums = state;
    uint32_t index = scope->rank_count - 1;

    for (size_t i = 0; i < rank->region_count; i++) {
        const struct region_data *region = &rank->regions[i];

        if (region->node >= sums->nodes || !scope_inside(scope, region->node))
            continue;
        for (size_t k = 0; k < sums->counters; k++)
            rank_stats_add(&sums->values[region->node * sums->counters + k],
                           index, region->counters[k]);
    }
    return STATUS_OK;
}

static void add_counter(struct table *table, const struct scope *scope,
                        const struct counters *sums, uint32_t node, size_t k)
{
    const struct rank_stats *across = &sums->values[node * sums->counters + k];
    struct rank_stats_result value = scope_stats(scope, across);
    const struct tally *region = tallies_find(&scope->regions, node);
    uint64_t useful =
        region == NULL ? 0 : scope_stats(scope, &region->time).sum;

    if (value.ranks == 0)
        return;
    table_name(table, scope->profile->definitions, node,
               source_location_region);
    table_text(table, scope->profile->counters[k]);
    table_number(table, value.sum);
    table_real_if(table, useful > 0,
                  (double)value.sum / ((double)useful / 1e9));
    table_number(table, value.min);
    table_real(table, value.mean);
    table_number(table, value.max);
    table_integer(table, scope_rank_at(scope, value.max_index));
}

static enum status counters_finish(void *state, const struct scope *scope,
                                   struct report *report)
{
    const struct counters *sums = state;
    struct table *table;

    if (sums->counters == 0)
        return STATUS_OK;
    table = report_add_form(report, &forms[0]);
    if (table == NULL)
        return STATUS_NO_MEMORY;
    for (uint32_t node = 0; node < sums->nodes; node++)
        for (size_t k = 0; k < sums->counters; k++)
            add_counter(table, scope, sums, node, k);
    return STATUS_OK;
}

const struct analysis counters_analysis = {
    .state_size = sizeof(struct counters),
    .begin = counters_begin,
    .add = counters_add,
    .finish = counters_finish,
    .clear = counters_clear,
    FORMS(forms),
};
