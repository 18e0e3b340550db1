/*
 * counters.h - hardware and software counters of each thread, by PAPI.
 *
 * Values are running totals of a thread's record; users take differences.
 * Threads: setup one; start, read and stop each for its own.
 * Errors: a name that PAPI does not know, or a machine without counters: one
 * line that names what is available, and the run goes on without.
 * Without PAPI (counters_null.c) setup says so when names were given.
 */
#ifndef MEASURE_COUNTERS_H
#define MEASURE_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

#define COUNTERS_MOST 8

/* names: "A,B,C".  After STATUS_OK, counters_count() tells how many. */
enum status counters_setup(const char *names, bool threads);
void counters_teardown(void);
int counters_count(void);
const char *counters_name(int i);

/* For the calling thread, whose values go on from there (NULL: 0); false: they
 * stay as they are. */
bool counters_start(const uint64_t *from);
void counters_stop(void);
/* The thread ends: the same, and PAPI forgets it. */
void counters_leave(void);
/* values has room for COUNTERS_MOST. */
void counters_read(uint64_t *values);

#endif
