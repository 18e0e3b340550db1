/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * event_costs.h - overhead of entering and leaving functions and regions.
 *
 * Wrap the hooks of the same names without event_: count events, and time one
 * in many from its start to its end.  Sampling and resource readings inside
 * are excluded, since they are measured separately.
 * Threads: the calling one; collect: one, when no other records.  Memory: in
 * struct thread.
 */
#ifndef MEASURE_RECORD_EVENT_COSTS_H
#define MEASURE_RECORD_EVENT_COSTS_H

#include <stdint.h>

#include "measure/record/hook.h"
#include "model/overhead.h"

/* An odd number, as begins and ends alternate. */
#define EVENTS_PER_COST_SAMPLE 251u

struct event_cost {
    uint32_t until;  /* events until the next timed one */
    uint64_t events; /* total up to the following one, less EVENTS_PER_... */
    uint64_t samples, ticks;
};

/* Per thread. */
struct event_costs {
    struct event_cost functions, regions;
    uint64_t sample_ns; /* record_samples.c */
};

void event_costs_init(struct event_costs *costs);
uint64_t event_cost_events(const struct event_cost *cost);

void event_region_begin(struct hook_thread *thread, const char *name,
                        const char *file, int line);
void event_region_end(struct hook_thread *thread, const char *name);
void event_range_begin(struct hook_thread *thread, struct hook_range range,
                       const char *name);
void event_range_end(struct hook_thread *thread, struct hook_range range);
void event_function_enter(struct hook_thread *thread, void *address,
                          uintptr_t frame);
void event_function_leave(struct hook_thread *thread, void *address,
                          uintptr_t frame);

/* Stores all fields but finalize_ns, for the thread with the most overhead.
 * call_ns: overhead of an MPI call. */
void event_costs_collect(double call_ns, struct overhead *out);

#endif
