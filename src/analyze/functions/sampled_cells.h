/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampled_cells.h - cells shared by the tables of sampled functions.
 *
 * Units: ns.  Threads: one owner.  Memory: the table's.
 */
#ifndef ANALYZE_FUNCTIONS_SAMPLED_CELLS_H
#define ANALYZE_FUNCTIONS_SAMPLED_CELLS_H

#include "analyze/facts/samples/sampled.h"
#include "analyze/facts/scope.h"
#include "base/text/strbuf.h"

#define SAMPLED_TIME_IS                                             \
    "CPU time in its own code, also where it is inlined, over all " \
    "ranks and threads, without MPI: samples x period."
#define SAMPLED_ERROR_IS                                                      \
    "Standard error of that time, as sampling is not exact: the square root " \
    "of the number of samples x period."

/* "heat.c:12", "heat.c", or nothing. */
void sampled_location(struct strbuf *out, const struct sampled_name *name);
/* Same, as one cell. */
void sampled_put_location(struct table *table,
                          const struct sampled_name *name);
/* Add two cells, module and file; or three, with the line. */
void sampled_put_file(struct table *table, const struct sampled_name *name);
void sampled_put_source(struct table *table, const struct sampled_name *name);
/* Rows of a rank in a table with a row per rank and item: 0 for all. */
uint32_t sampled_most_rows(const struct scope *scope, size_t items);
/* Standard error from `count' squares by number; 0 if absent. */
uint64_t sampled_error(const double *squares, size_t count, uint64_t number);
/* Adds three cells: time, its standard error and its share of all functions.
 * squares: by the tally's key. */
void sampled_put_time(struct table *table, const struct scope *scope,
                      const struct tally *tally, const double *squares,
                      size_t count);

#endif
