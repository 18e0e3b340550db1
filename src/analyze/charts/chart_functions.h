/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * chart_functions.h - samples for charts: a column for each of the longest
 * functions, and places for call paths.
 *
 * A column holds exclusive CPU time, as in table `functions', for the longest
 * functions that take LEAST_SHARE of a rank or more.
 * Units: ns.  Threads: one owner.  Memory: none of its own.  Errors: logged.
 */
#ifndef ANALYZE_CHARTS_CHART_FUNCTIONS_H
#define ANALYZE_CHARTS_CHART_FUNCTIONS_H

#include "analyze/charts/chart_columns.h"
#include "analyze/charts/chart_places.h"

/* Adds the rank last added to the scope to a line. */
enum status chart_functions_add(struct chart_candidates *functions,
                                const struct scope *scope,
                                const struct charts *charts, uint32_t line);
/* Adds the same rank's samples outside MPI, by call path. */
enum status chart_functions_paths(const struct scope *scope,
                                  const struct rank_data *rank,
                                  struct chart_places *places);
/* Gives columns to the longest functions, with their names. */
enum status chart_functions_give(struct chart_candidates *functions,
                                 const struct scope *scope,
                                 struct charts *charts);

#endif
