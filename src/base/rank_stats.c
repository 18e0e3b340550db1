/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/rank_stats.h"

#include "base/saturate.h"

#include <math.h>

/* Takes the finished value of one rank. */
static void commit_current(struct rank_stats *across)
{
    uint64_t value = across->current;
    double step = (double)value - across->mean;

    if (across->ranks == 0 || value < across->min) {
        across->min = value;
        across->min_index = across->current_index;
    }
    if (across->ranks == 0 || value > across->max) {
        across->max = value;
        across->max_index = across->current_index;
    }
    across->ranks++;
    across->sum += value;
    across->mean += step / across->ranks;
    across->squares += step * ((double)value - across->mean);
    if (across->first_absent == across->current_index)
        across->first_absent++;
    across->open = false;
}

void rank_stats_add(struct rank_stats *across, uint32_t index, uint64_t value)
{
    if (across->open && across->current_index != index)
        commit_current(across);
    if (!across->open) {
        across->open = true;
        across->current_index = index;
        across->current = 0;
    }
    across->current += value;
}

/* Joins `zeros` ranks that never gave a value. */
static void add_absent(struct rank_stats *across, uint32_t zeros)
{
    double ranks = across->ranks;
    double total = ranks + zeros;

    across->squares += across->mean * across->mean * ranks * zeros / total;
    across->mean = across->mean * ranks / total;
    across->min = 0;
    across->min_index = across->first_absent;
    if (across->ranks == 0)
        across->max_index = across->first_absent;
}

struct rank_stats_result rank_stats_result(const struct rank_stats *across,
                                           uint32_t count)
{
    struct rank_stats all = *across;
    struct rank_stats_result result = { 0 };

    if (all.open)
        commit_current(&all);
    result.ranks = all.ranks;
    if (count > all.ranks)
        add_absent(&all, count - all.ranks);
    else
        count = all.ranks;
    result.sum = all.sum;
    result.min = all.min;
    result.max = all.max;
    result.min_index = all.min_index;
    result.max_index = all.max_index;
    if (count == 0)
        return result;
    result.mean = all.mean;
    result.deviation = sqrt(all.squares / count);
    if ((double)all.max > all.mean)
        result.avoidable = saturate_near((double)all.max - all.mean);
    return result;
}

int64_t rank_stats_round_more(double ns)
{
    uint64_t size = saturate_near(fabs(ns));

    if (size > INT64_MAX)
        size = INT64_MAX;
    return ns < 0 ? -(int64_t)size : (int64_t)size;
}
