/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * chart_extremes.h - the slow and the idle ranks of lines that many ranks
 * share.
 *
 * The ranks with the most and the least useful time of each line are kept with
 * their bins, and what useful time is usual, so that a chart can mark a rank
 * that its neighbours would hide.
 * Units: ns.  Threads: one owner.  Memory: clear frees.  Errors: logged.
 */
#ifndef ANALYZE_CHARTS_CHART_EXTREMES_H
#define ANALYZE_CHARTS_CHART_EXTREMES_H

#include "analyze/facts/scope.h"
#include "report/charts.h"

struct chart_extreme_rank {
    uint64_t useful;
    uint32_t line; /* of by_rank */
};

struct chart_extremes {
    struct chart_extreme_rank *ranks; /* added so far */
    uint32_t count, room;
    uint64_t longest; /* length of a rank */
};

/* Where each rank has a line of its own, nothing is kept. */
enum status chart_extremes_init(struct chart_extremes *extremes,
                                const struct charts *charts);
void chart_extremes_clear(struct chart_extremes *extremes);
/* Adds a rank whose time is part of that line of by_rank. */
enum status chart_extremes_add(struct chart_extremes *extremes,
                               struct charts *charts, uint32_t line,
                               const struct rank_times *times,
                               const struct rank_data *rank);
/* Sets what is usual, and how many ranks of each line are beyond it; after the
 * last rank.  Needs no memory: no rank stays unmarked without a word. */
void chart_extremes_give(struct chart_extremes *extremes,
                         struct charts *charts);

#endif
