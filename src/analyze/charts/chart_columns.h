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

struct picture_candidate {
    uint64_t *lines; /* time and calls per line; NULL: not seen */
    uint64_t time;   /* sum over all ranks */
    bool enough;     /* may have a column */
};

struct picture_candidates {
    struct picture_candidate *items; /* by number: of a region, a function */
    size_t room;
    uint32_t chosen[PICTURE_CHOSEN]; /* numbers, the longest first */
    uint32_t chosen_count;
    uint32_t total; /* number of candidates that may have a column */
};

void picture_candidates_clear(struct picture_candidates *candidates);
/* Adds time and calls of some ranks of a line; enough: the candidate may have
 * a column, whatever its time elsewhere. */
enum status picture_candidates_add(struct picture_candidates *candidates,
                                   const struct pictures *pictures,
                                   uint32_t line, uint32_t number,
                                   const uint64_t time_calls[2], bool enough);
/* Gives the columns from `first' on to the longest candidates. */
enum status picture_candidates_choose(struct picture_candidates *candidates,
                                      struct pictures *pictures,
                                      uint32_t first);

#endif
