/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * source.h - who counts: PAPI (papi.c) or the kernel (perf.c).
 *
 * A source has a list of events, filled by add(); start() counts them in the
 * calling thread.
 * Threads, memory, errors: as in counters.h; an event that add() refuses has a
 * reason.
 */
#ifndef MEASURE_COUNTERS_SOURCE_H
#define MEASURE_COUNTERS_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/notes/counter_refusal.h"

#define COUNTERS_MOST 8 /* events of all sources */

typedef void counters_listed(const char *source, const char *name,
                             struct counter_refusal why, void *context);

struct counter_source {
    const char *name;
    /* Empties the list of events. */
    void (*clear)(void);
    /* Adds an event if it can be counted together with the whole list. */
    struct counter_refusal (*add)(const char *name);
    void (*list)(counters_listed *each, void *context);
    bool (*start)(void);
    void (*stop)(void);
    void (*leave)(void);
    /* Totals since start(), in the order of add(); all 0 if not started. */
    void (*read)(uint64_t *values);
    /* A line on where users find what list() leaves out; or NULL. */
    const char *more;
};

extern const struct counter_source papi_source, perf_source;

#endif
