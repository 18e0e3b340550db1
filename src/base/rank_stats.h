/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rank_stats.h - minimum, mean and maximum of one quantity over all ranks, and
 * the ranks that hold them.
 *
 * Values arrive rank by rank in ascending order, possibly in parts; a rank
 * without a value counts as zero.  Ranks are identified by their position
 * among the ranks that were read.
 * Units: whatever is added (ns here).  Threads: one owner.  Memory: none.
 */
#ifndef BASE_RANK_STATS_H
#define BASE_RANK_STATS_H

#include <stdbool.h>
#include <stdint.h>

struct rank_stats {
    uint64_t sum, min, max;
    double mean, squares; /* of the ranks so far, by Welford's method */
    uint64_t current;     /* sum of the rank being added */
    uint32_t current_index, min_index, max_index;
    uint32_t ranks;        /* ranks that gave a value */
    uint32_t first_absent; /* first position without a value */
    bool open;
};

struct rank_stats_result {
    uint64_t sum, min, max;
    double mean, deviation; /* of the whole population */
    uint32_t min_index, max_index, ranks;
    uint64_t avoidable; /* max - mean */
};

void rank_stats_add(struct rank_stats *across, uint32_t index, uint64_t value);
/* Computes the result over `count' ranks, at least as many as gave a value. */
struct rank_stats_result rank_stats_result(const struct rank_stats *across,
                                           uint32_t count);
/* Rounds a signed difference to nanoseconds; accepts any double, since damaged
 * files can contain any. */
int64_t rank_stats_round_more(double ns);

#endif
