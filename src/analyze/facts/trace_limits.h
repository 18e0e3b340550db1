/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_limits.h - sentences on the limits of a run's trace: ranks that
 * reached their size limit, when, and at which size; too many files.
 *
 * Uses the scope's data of each rank.
 * Threads: one owner.  Memory: none is kept.
 */
#ifndef ANALYZE_FACTS_TRACE_LIMITS_H
#define ANALYZE_FACTS_TRACE_LIMITS_H

#include "analyze/facts/scope.h"

/* Number of locations from which a warning is given. */
#define TRACE_LOCATIONS_MANY 4096

void trace_limits_say(const struct scope *scope, struct report *report);
/* For the verdict, if the report has waits: how much of the run they are from. */
void trace_limits_verdict(const struct scope *scope, struct report *report);

#endif
