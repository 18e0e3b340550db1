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
