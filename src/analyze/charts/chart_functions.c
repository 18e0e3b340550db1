/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/charts/chart_functions.h"

#include <string.h>

#include "analyze/facts/samples/sampled.h"
#include "base/log.h"
#include "base/saturate.h"

#define LEAST_SHARE 0.005 /* of a rank's own times: what has a column */

/* All functions of a rank together. */
static double time_of(const struct tallies *all, uint32_t index)
{
    double sum = 0;

    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].time.open &&
            all->items[i].time.current_index == index)
            sum += all->items[i].time.current;
    return sum;
}

enum status chart_functions_add(struct chart_candidates *functions,
                                const struct scope *scope,
                                const struct charts *charts, uint32_t line)
{
    const struct tallies *all = &scope->sampled.functions;
    uint32_t index = scope->rank_count - 1;
    double least = LEAST_SHARE * time_of(all, index);
    enum status status = STATUS_OK;

    for (size_t i = 0; i < all->count && status == STATUS_OK; i++) {
        const struct rank_stats *time = &all->items[i].time;
        const uint64_t own[2] = { time->current, 0 };

        if (time->open && time->current_index == index && time->current > 0)
            status = chart_candidates_add(
                functions, charts, line, scope->ranks[index].rank,
                (uint32_t)all->items[i].key, own, time->current >= least);
    }
    return status;
}

enum status chart_functions_paths(const struct scope *scope,
                                  const struct rank_data *rank,
                                  struct chart_places *places)
{
    const struct samples *samples = &rank->samples;
    double period = sampled_period(samples);
    enum status status = STATUS_OK;

    for (const struct sample_row *row = NULL;
         status == STATUS_OK &&
         (row = sampled_next(scope, samples, row)) != NULL;) {
        uint32_t path = sites_path(&scope->same, row->path);
        const struct chart_spent spent = { .time = saturate_near(
                                               (double)row->count * period),
                                           .calls = row->count };

        status = chart_places_add(places, rank->rank, 0,
                                  site_key(CHART_CALL_SAMPLED, path), &spent);
    }
    return status;
}

enum status chart_functions_give(struct chart_candidates *functions,
                                 const struct scope *scope,
                                 struct charts *charts)
{
    uint32_t first = charts->call_count + CHART_CHOSEN;
    enum status status = chart_candidates_choose(functions, charts, first);

    charts->function_total = functions->total;
    for (uint32_t i = 0; i < functions->chosen_count && status == STATUS_OK;
         i++) {
        struct chart_column *column = &charts->columns[first + i];

        column->class = CHART_FUNCTION;
        column->name =
            strdup(sampled_function(scope, functions->chosen[i]).function);
        if (column->name == NULL)
            status = log_fail(STATUS_NO_MEMORY, "charts");
    }
    return status;
}
