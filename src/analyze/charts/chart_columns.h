/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * chart_columns.h - chooses the regions and functions that get a column.
 *
 * The longest are chosen, which are known only after the last rank: until then
 * the time and calls of every candidate are kept for each line.  Lines are
 * numbered by position: lines by rank first, lines by host behind them.
 * Units: ns.  Threads: one owner.  Memory: candidates x lines; clear frees.
 * Errors: logged.
 */
#ifndef ANALYZE_CHARTS_CHART_COLUMNS_H
#define ANALYZE_CHARTS_CHART_COLUMNS_H

#include "report/charts.h"

struct chart_candidate {
    uint64_t *lines;            /* time and calls per line; NULL: not seen */
    struct chart_range *ranges; /* per line by rank that ranks share */
    uint64_t time;              /* sum over all ranks */
    bool enough;                /* may have a column */
};

struct chart_candidates {
    struct chart_candidate *items; /* by number: of a region, a function */
    size_t room;
    uint32_t chosen[CHART_CHOSEN]; /* numbers, the longest first */
    uint32_t chosen_count;
    uint32_t total; /* number of candidates that may have a column */
};

void chart_candidates_clear(struct chart_candidates *candidates);
/* Adds time and calls of a rank of a line, once for each rank; enough: the
 * candidate may have a column, whatever its time elsewhere. */
enum status chart_candidates_add(struct chart_candidates *candidates,
                                 const struct charts *charts, uint32_t line,
                                 uint32_t rank, uint32_t number,
                                 const uint64_t time_calls[2], bool enough);
/* Gives the columns from `first' on to the longest candidates. */
enum status chart_candidates_choose(struct chart_candidates *candidates,
                                    struct charts *charts, uint32_t first);

#endif
