/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * counters.h - hardware and software counters of each thread.
 *
 * Counts each event by the first source that can (source.h): PAPI, then
 * perf_event_open; perf:: events the other way round.  Values are running
 * totals per thread record; users take differences.
 * Threads: choose and list one; start, read and leave each for its own.
 * Memory: static, and what the sources take for a thread until it leaves.
 * Errors: an event that cannot be counted is left out and reported; the others
 * are counted.
 */
#ifndef MEASURE_COUNTERS_COUNTERS_H
#define MEASURE_COUNTERS_COUNTERS_H

#include "base/text/strbuf.h"
#include "measure/counters/source.h"

/* Chooses from the list names, "A,B,C", what can be counted together, without
 * the positions in `without' (bits), in place of what was chosen before.
 * Returns the positions left out; calls `each' for those not in *told, and adds
 * them there. */
typedef void counters_refused(const char *name, struct counter_refusal why,
                              void *context);
uint64_t counters_choose(const char *names, uint64_t without, uint64_t *told,
                         counters_refused *each, void *context);
void counters_teardown(void);
int counters_count(void);
const char *counters_name(int i);
/* Whether PAPI counts any. */
bool counters_by_papi(void);

/* Calls `each' for the events known by name, source by source. */
void counters_list(counters_listed *each, void *context);
/* Appends a line on where to find events that are not listed, if there is one.
 */
void counters_say_more(struct strbuf *out);
/* Appends names of events that can be counted here, at most 6 of each
 * source. */
void counters_available(struct strbuf *out);

/* Starts counting in the calling thread, with values continuing from `from'
 * (NULL: 0); false: the values no longer change. */
bool counters_start(const uint64_t *from);
/* Stops at the end of a thread, which the sources then forget. */
void counters_leave(void);
/* values has room for COUNTERS_MOST. */
void counters_read(uint64_t *values);

#endif
