/*
 * counters_papi.h - what counters_papi.c tells energy_papi.c.
 *
 * Threads: one.
 */
#ifndef MEASURE_COUNTERS_COUNTERS_PAPI_H
#define MEASURE_COUNTERS_COUNTERS_PAPI_H

#include <stdbool.h>

/* Whether one of the chosen counters is of that component of PAPI: of each
 * only one event set counts at a time. */
bool counters_are_of(int component);

#endif
