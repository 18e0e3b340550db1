/*
 * imbalance.h - what unequal ranks cost.
 *
 * Avoidable time of a row = max - mean over ranks: what the run could gain if
 * the same work were spread evenly.  Units: ns.
 */
#ifndef ANALYZE_FACTS_IMBALANCE_H
#define ANALYZE_FACTS_IMBALANCE_H

#include <stdbool.h>

#include "analyze/facts/scope.h"

/* The region whose useful time is spread worst: its tally, or NULL without
 * regions; *out is its distribution. */
const struct tally *imbalance_worst_region(const struct scope *scope,
                                           struct rank_stats_result *out);
/* The same of each rank's whole useful time. */
struct rank_stats_result imbalance_of_run(const struct scope *scope);
/* How much longer than the mean of the others the rank with the most takes; 0
 * of one rank. */
double imbalance_excess(const struct scope *scope,
                        const struct rank_stats_result *spread);
/* That is so much of its time that it does alone what the others wait for. */
bool imbalance_is_alone(const struct scope *scope,
                        const struct rank_stats_result *spread);
/* How much longer one rank was not measured (MPI_Pcontrol, writing the trace)
 * than another, where that is so much that their useful times do not compare;
 * else 0. */
uint64_t imbalance_unmeasured(const struct scope *scope);

#endif
