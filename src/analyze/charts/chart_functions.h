/*
 * chart_functions.h - what was sampled, for pictures: a column for each of
 * some functions, and places for the call paths.
 *
 * A column has exclusive processor time, as the table `functions', of those
 * functions with the most of it that take LEAST_SHARE of a rank or more.
 * Units: ns.  Threads: one owner.  Memory: none of its own.  Errors: logged.
 */
#ifndef ANALYZE_CHARTS_CHART_FUNCTIONS_H
#define ANALYZE_CHARTS_CHART_FUNCTIONS_H

#include "analyze/charts/chart_columns.h"
#include "analyze/charts/chart_places.h"

/* Adds the rank that was added to the scope last to a line. */
enum status picture_functions_add(struct picture_candidates *functions,
                                  const struct scope *scope,
                                  const struct pictures *pictures,
                                  uint32_t line);
/* The same rank's samples outside of MPI, by call path. */
enum status picture_functions_paths(const struct scope *scope,
                                    const struct rank_data *rank,
                                    struct picture_places *places);
/* Gives columns to the longest, with their names. */
enum status picture_functions_give(struct picture_candidates *functions,
                                   const struct scope *scope,
                                   struct pictures *pictures);

#endif
