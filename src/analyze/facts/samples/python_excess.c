/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/samples/python_excess.h"

#define NEARLY_ALL 0.9 /* of the excess: what a function calls may be named */

static uint64_t beyond_mean(uint64_t most, uint64_t all, uint32_t ranks)
{
    return most - all / ranks;
}

static struct python_excess excess_of(const struct python_time *time,
                                      uint32_t rank, bool with_calls)
{
    struct python_excess none = { NULL, with_calls, 0, 0 };

    if (!with_calls && time->with_libraries.most_rank == rank)
        return (struct python_excess){ time, false, time->with_libraries.most,
                                       time->with_libraries.all };
    /* Not "<module>", "<dictcomp>", "<lambda>". */
    if (with_calls && time->most_cumulative_rank == rank &&
        time->with_libraries.all > 0 && time->function[0] != '<')
        return (struct python_excess){ time, true, time->most_cumulative,
                                       time->cumulative };
    return none;
}

/* With calls: of those with nearly as much the one with the least time, which is
 * the innermost. */
static struct python_excess find_most(const struct python_times *times,
                                      uint32_t rank, bool with_calls,
                                      uint64_t least)
{
    struct python_excess found = { NULL, with_calls, 0, 0 }, at;
    double share = with_calls ? NEARLY_ALL : 1;
    uint64_t greatest = 0, excess;

    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < times->count; i++) {
            at = excess_of(&times->items[i], rank, with_calls);
            excess = beyond_mean(at.most, at.all, times->ranks);
            if (turn == 0 && excess > greatest)
                greatest = excess;
            if (turn == 1 && at.time != NULL && excess > 0 &&
                (double)excess >= share * (double)greatest &&
                (found.time == NULL || at.all < found.all))
                found = at;
        }
    if (greatest < least)
        found.time = NULL;
    return found;
}

struct python_excess python_excess_find(const struct scope *scope,
                                        const struct rank_stats_result *spread)
{
    const struct python_times *times = scope->options->python;
    uint32_t rank = scope_rank_at(scope, spread->max_index);
    struct python_excess found = { NULL, false, 0, 0 };

    if (times == NULL || times->count == 0)
        return found;
    found = find_most(times, rank, false, spread->avoidable / 2);
    return found.time != NULL
               ? found
               : find_most(times, rank, true, spread->avoidable / 2);
}
