/*
 * event_costs.h - what begins and ends of functions and regions cost.
 *
 * The hooks of the same names without event_, which these call: they count, and
 * time one of so many from its begin to its end.  What is sampled or read
 * meanwhile is not in it, as it is measured where it is done.
 * Threads: the calling one; collect: one, when no other records.
 * Memory: in struct thread.
 */
#ifndef MEASURE_RECORD_EVENT_COSTS_H
#define MEASURE_RECORD_EVENT_COSTS_H

#include <stdint.h>

#include "measure/record/hook.h"
#include "model/overhead.h"

/* Odd: begins and ends take turns. */
#define EVENTS_PER_COST_SAMPLE 251u

struct event_cost {
    uint32_t until;  /* so many events come before the next that is timed */
    uint64_t events; /* up to the one after that, less EVENTS_PER_... */
    uint64_t samples, ticks;
};

/* Of a thread. */
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

/* All but finalize_ns, of the thread that measuring took most of.  call_ns:
 * what a call of MPI costs. */
void event_costs_collect(double call_ns, struct overhead *out);

#endif
