/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * outside_waits.h - regions of a run that wait outside MPI.
 *
 * Shape: by kind of what they wait for.  Units: ns, summed over ranks.
 * Threads: one owner.
 */
#ifndef ANALYZE_FACTS_OUTSIDE_WAITS_H
#define ANALYZE_FACTS_OUTSIDE_WAITS_H

#include "analyze/facts/scope.h"
#include "model/outside_wait.h"

/* Kind of a REGION_NODE. */
enum outside_wait outside_wait_of(const struct scope *scope, uint32_t node);
/* Useful time of all ranks in such regions. */
void outside_waits_sum(const struct scope *scope,
                       uint64_t sums[OUTSIDE_WAIT_KINDS]);

#endif
