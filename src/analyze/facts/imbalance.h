/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * imbalance.h - the cost of unequal ranks.
 *
 * Avoidable time of a row = max - mean over ranks: the possible gain if the
 * same work were spread evenly.
 * Units: ns.
 */
#ifndef ANALYZE_FACTS_IMBALANCE_H
#define ANALYZE_FACTS_IMBALANCE_H

#include <stdbool.h>

#include "analyze/facts/scope.h"

/* Returns the tally of the region with the worst spread of useful time, NULL
 * without regions; *out is its distribution. */
const struct tally *imbalance_worst_region(const struct scope *scope,
                                           struct rank_stats_result *out);
/* Same, for each rank's whole useful time. */
struct rank_stats_result imbalance_of_run(const struct scope *scope);
/* Excess of the largest rank's time over the mean of the others; 0 for one
 * rank. */
double imbalance_excess(const struct scope *scope,
                        const struct rank_stats_result *spread);
/* Whether the excess is so large a part of its time that the rank works alone
 * while the others wait. */
bool imbalance_is_alone(const struct scope *scope,
                        const struct rank_stats_result *spread);
/* Largest difference in unmeasured time (MPI_Pcontrol, writing the trace)
 * between ranks, if too large to compare useful times; else 0. */
uint64_t imbalance_unmeasured(const struct scope *scope);

#endif
