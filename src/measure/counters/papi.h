/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * papi.h - interface of papi.c for energy_papi.c.
 *
 * Threads: one.  No memory, no errors.
 */
#ifndef MEASURE_COUNTERS_PAPI_H
#define MEASURE_COUNTERS_PAPI_H

#include <stdbool.h>

/* Whether a selected counter belongs to that PAPI component: only one event
 * set per component counts at a time. */
bool counters_are_of(int component);

#endif
