/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * counters.h - hardware and software counters of each thread, by PAPI.
 *
 * Values are running totals per thread record; users take differences.
 * Threads: setup one; start, read and stop each for its own.  Errors: for a
 * name unknown to PAPI, or a machine without counters, one line names the
 * available counters, and the run continues without.  Without PAPI
 * (counters_null.c) setup logs a line if names were given.
 */
#ifndef MEASURE_COUNTERS_H
#define MEASURE_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

#define COUNTERS_MOST 8

/* names: "A,B,C".  After STATUS_OK, counters_count() returns their number. */
enum status counters_setup(const char *names, bool threads);
void counters_teardown(void);
int counters_count(void);
const char *counters_name(int i);

/* Starts counting in the calling thread, with values continuing from `from'
 * (NULL: 0); false: the values no longer change. */
bool counters_start(const uint64_t *from);
void counters_stop(void);
/* Same at the end of a thread; PAPI then forgets the thread. */
void counters_leave(void);
/* values has room for COUNTERS_MOST. */
void counters_read(uint64_t *values);

#endif
