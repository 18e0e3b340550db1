/*
 * sampled_cells.h - cells that the tables of sampled functions have alike.
 *
 * Units: ns.  Threads: one owner.  Memory: that of the table.
 */
#ifndef ANALYZE_FUNCTIONS_SAMPLED_CELLS_H
#define ANALYZE_FUNCTIONS_SAMPLED_CELLS_H

#include "analyze/facts/scope.h"
#include "base/strbuf.h"

#define SAMPLED_TIME_IS \
    "Processor time in its own code, also where it is inlined, over all " \
    "ranks and threads, without MPI: samples x period."
#define SAMPLED_ERROR_IS \
    "Standard error of that time: a sampled share is no exact one.  The root " \
    "of the number of samples, x period."

/* "heat.c:12", "heat.c", or nothing. */
void sampled_location(struct strbuf *out, const struct sampled_name *name);
/* The same as one cell. */
void sampled_put_location(struct table *table,
                          const struct sampled_name *name);
/* Module and file: two; with the line: three. */
void sampled_put_file(struct table *table, const struct sampled_name *name);
void sampled_put_source(struct table *table, const struct sampled_name *name);
/* Of squares, so many by number: 0 where there are none. */
uint64_t sampled_error(const double *squares, size_t count, uint64_t number);
/* Time, its standard error and its share in that of all functions: three.
 * squares: by the tally's key. */
void sampled_put_time(struct table *table, const struct scope *scope,
                      const struct tally *tally, const double *squares,
                      size_t count);

#endif
