/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_rma_trace.h - trace records of one-sided calls.
 *
 * Each function writes between the Enter and the Leave of the call, in the
 * order of its effects: starts have the time of the call's begin, ends the
 * time of its end.  Without a trace, or for an unknown window, they do
 * nothing.
 * Threads: any.  Memory: the window's (epoch.h) and the definitions'.  Errors:
 * none; without memory a transfer or a group has id 0.
 */
#ifndef MEASURE_RECORD_RECORD_RMA_TRACE_H
#define MEASURE_RECORD_RECORD_RMA_TRACE_H

#include "measure/record/hook.h"
#include "measure/record/thread.h"

struct request;

/* Returns the id of the transfer, 0: not in the trace. */
uint64_t rma_trace_transfer(struct thread *thread,
                            const struct hook_call *call,
                            struct window *window, const struct hook_rma *args,
                            uint64_t out_bytes, uint64_t in_bytes);
void rma_trace_sync(struct thread *thread, const struct hook_call *call,
                    struct window *window, const struct hook_sync *args);
void rma_trace_created(struct thread *thread, const struct hook_call *call,
                       const struct window *window);
void rma_trace_freed(struct thread *thread, const struct hook_call *call,
                     struct window *window);
/* A Wait or Test on the request of a transfer: done, or (Test) not. */
void rma_trace_waited(struct thread *thread, const struct hook_call *call,
                      const struct request *request, bool done);

#endif
