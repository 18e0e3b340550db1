/*
 * chart_columns.h - which regions and functions have a column of their own.
 *
 * Those with the most time, which is known after the last rank: until then
 * time and calls are kept of all, for each line.  Lines are known by their
 * position: those by rank come first, those by host behind them.
 * Units: ns.  Threads: one owner.  Memory: candidates x lines; clear frees.
 * Errors: logged.
 */
#ifndef ANALYZE_CHARTS_CHART_COLUMNS_H
#define ANALYZE_CHARTS_CHART_COLUMNS_H

#include "report/charts.h"

struct picture_candidate {
    uint64_t *lines; /* time and calls of each; NULL: it was not met */
    uint64_t time;   /* of all ranks */
    bool enough;     /* may have a column */
};

struct picture_candidates {
    struct picture_candidate *items; /* by number: of a region, a function */
    size_t room;
    uint32_t chosen[PICTURE_CHOSEN]; /* numbers, the longest first */
    uint32_t chosen_count;
    uint32_t total; /* that may have a column */
};

void picture_candidates_clear(struct picture_candidates *candidates);
/* What some of the ranks of a line did; enough: the candidate may have a
 * column, whatever it did elsewhere. */
enum status picture_candidates_add(struct picture_candidates *candidates,
                                   const struct pictures *pictures,
                                   uint32_t line, uint32_t number,
                                   const uint64_t time_calls[2], bool enough);
/* The longest get the columns from `first' on. */
enum status picture_candidates_choose(struct picture_candidates *candidates,
                                      struct pictures *pictures,
                                      uint32_t first);

#endif
