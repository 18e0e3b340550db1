/*
 * rank_stats.h - one quantity over all ranks: smallest, mean, largest, whose.
 *
 * Values come rank by rank in ascending order and may come in parts; a rank
 * that gave none counts as zero.  Ranks are known by their position among the
 * ranks that were read.  Units: whatever is added (ns here).
 * Threads: one owner.  Memory: none.
 */
#ifndef BASE_RANK_STATS_H
#define BASE_RANK_STATS_H

#include <stdbool.h>
#include <stdint.h>

struct rank_stats {
    uint64_t sum, min, max;
    double mean, squares; /* of the ranks so far, as Welford does it */
    uint64_t current;     /* of the rank that is being added */
    uint32_t current_index, min_index, max_index;
    uint32_t ranks;        /* that gave a value */
    uint32_t first_absent; /* the first position that gave none */
    bool open;
};

struct rank_stats_result {
    uint64_t sum, min, max;
    double mean, deviation; /* of the whole population */
    uint32_t min_index, max_index, ranks;
    uint64_t avoidable; /* max - mean */
};

void rank_stats_add(struct rank_stats *across, uint32_t index, uint64_t value);
/* Over `count` ranks, at least as many as gave a value. */
struct rank_stats_result rank_stats_result(const struct rank_stats *across,
                                           uint32_t count);
/* The nearest number of nanoseconds of a difference, with its sign; damaged
 * files hold any double. */
int64_t rank_stats_round_more(double ns);

#endif
