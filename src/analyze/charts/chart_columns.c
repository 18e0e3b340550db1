/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/charts/chart_columns.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"

void chart_candidates_clear(struct chart_candidates *candidates)
{
    for (uint32_t i = 0; i < candidates->room; i++)
        FREE_ALL(candidates->items[i].lines, candidates->items[i].ranges);
    free(candidates->items);
}

/* ---- adding ---- */

static struct chart_candidate *
candidate_of(struct chart_candidates *candidates, uint32_t number,
             const struct charts *charts)
{
    size_t lines = (size_t)charts->by_rank.count + charts->by_host.count;
    struct chart_candidate *one;

    if (!array_reach(&candidates->items, number, &candidates->room,
                     sizeof(*candidates->items)))
        return NULL;
    one = &candidates->items[number];
    if (one->lines == NULL)
        one->lines = calloc(2 * lines, sizeof(*one->lines));
    if (one->ranges == NULL && charts->each > 1)
        one->ranges = calloc(charts->by_rank.count, sizeof(*one->ranges));
    return one->lines != NULL && (one->ranges != NULL || charts->each == 1)
               ? one
               : NULL;
}

enum status chart_candidates_add(struct chart_candidates *candidates,
                                 const struct charts *charts, uint32_t line,
                                 uint32_t rank, uint32_t number,
                                 const uint64_t time_calls[2], bool enough)
{
    struct chart_candidate *one = candidate_of(candidates, number, charts);

    if (one == NULL)
        return log_fail(STATUS_NO_MEMORY, "charts");
    one->lines[2 * (size_t)line] += time_calls[0];
    one->lines[2 * (size_t)line + 1] += time_calls[1];
    if (line < charts->by_rank.count) {
        one->time += time_calls[0];
        if (one->ranges != NULL)
            chart_range_add(&one->ranges[line], rank, time_calls[0]);
    }
    one->enough = one->enough || enough;
    return STATUS_OK;
}

/* ---- choosing ---- */

struct long_one {
    uint64_t time;
    uint32_t number;
};

ORDER(longer_first, struct long_one, DOWN(time) UP(number));

static void give_column(const struct chart_candidate *one,
                        struct charts *charts, uint32_t column)
{
    struct chart_lines *all[] = { &charts->by_rank, &charts->by_host };
    const uint64_t *from = one->lines;

    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < all[k]->count; i++, from += 2)
            if (all[k]->items[i].columns != NULL)
                memcpy(&all[k]->items[i].columns[2 * (size_t)column], from,
                       2 * sizeof(*from));
    for (uint32_t i = 0; one->ranges != NULL && i < all[0]->count; i++)
        if (all[0]->items[i].ranges != NULL)
            all[0]->items[i].ranges[column] = one->ranges[i];
    charts->columns[column].used = true;
}

enum status chart_candidates_choose(struct chart_candidates *candidates,
                                    struct charts *charts, uint32_t first)
{
    struct long_one *order = malloc((candidates->room + 1u) * sizeof(*order));

    if (order == NULL)
        return log_fail(STATUS_NO_MEMORY, "charts");
    for (uint32_t i = 0; i < candidates->room; i++)
        if (candidates->items[i].enough)
            order[candidates->total++] =
                (struct long_one){ candidates->items[i].time, i };
    if (candidates->total > 0)
        qsort(order, candidates->total, sizeof(*order), longer_first);
    while (candidates->chosen_count < CHART_CHOSEN &&
           candidates->chosen_count < candidates->total) {
        uint32_t i = candidates->chosen_count++;

        candidates->chosen[i] = order[i].number;
        give_column(&candidates->items[order[i].number], charts, first + i);
    }
    free(order);
    return STATUS_OK;
}
