/*
 * trace_limits.h - sentences on how far the trace of a run goes: which ranks
 * met their limit, when, and with how much of a trace; too many files.
 *
 * From what scope knows of each rank.  Threads: one owner.  No memory stays.
 */
#ifndef ANALYZE_FACTS_TRACE_LIMITS_H
#define ANALYZE_FACTS_TRACE_LIMITS_H

#include "analyze/facts/scope.h"

/* From here on so many files are worth a word. */
#define TRACE_LOCATIONS_MANY 4096

void trace_limits_say(const struct scope *scope, struct report *report);

#endif
