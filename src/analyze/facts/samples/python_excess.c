/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/samples/python_excess.h"

static uint64_t excess_of(const struct python_time *time, uint32_t rank,
                          uint32_t ranks)
{
    uint64_t mean = time->with_libraries.all / ranks;

    if (time->with_libraries.most_rank != rank)
        return 0;
    return time->with_libraries.most - mean;
}

const struct python_time *
python_excess_find(const struct scope *scope,
                   const struct rank_stats_result *spread)
{
    const struct python_times *times = scope->options->python;
    uint32_t rank = scope_rank_at(scope, spread->max_index);
    const struct python_time *found = NULL;
    uint64_t most = 0;

    for (size_t i = 0; times != NULL && i < times->count; i++) {
        uint64_t excess = excess_of(&times->items[i], rank, times->ranks);

        if (excess > most) {
            found = &times->items[i];
            most = excess;
        }
    }
    return most < spread->avoidable / 2 ? NULL : found;
}
