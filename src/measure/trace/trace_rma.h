/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_rma.h - one-sided events of the trace.
 *
 * Windows are WINDOW ids, groups GROUP ids, of this rank's own definitions;
 * targets are ranks of the window's communicator.  Otherwise as in trace.h.
 */
#ifndef MEASURE_TRACE_TRACE_RMA_H
#define MEASURE_TRACE_TRACE_RMA_H

#include "measure/trace/trace.h"

#define TRACE_ALL_TARGETS UINT32_MAX

/* Collective calls on a window. */
enum trace_rma_collective {
    TRACE_RMA_CREATE,
    TRACE_RMA_ALLOCATE, /* creation with memory */
    TRACE_RMA_FREE,
    TRACE_RMA_DEALLOCATE,
    TRACE_RMA_FENCE
};
void trace_rma_begin(struct trace_writer *writer, uint64_t ticks);
/* Includes RmaWinCreate or RmaWinDestroy where applicable. */
void trace_rma_end(struct trace_writer *writer, uint64_t ticks,
                   enum trace_rma_collective what, uint32_t window);

/* opens: post, start; otherwise complete, wait. */
void trace_rma_group(struct trace_writer *writer, uint64_t ticks, bool opens,
                     uint32_t window, uint32_t group);

enum trace_rma_kind {
    TRACE_RMA_PUT,
    TRACE_RMA_GET,
    TRACE_RMA_ACCUMULATE,
    TRACE_RMA_FETCH,
    TRACE_RMA_COMPARE_AND_SWAP
};
struct trace_transfer {
    enum trace_rma_kind kind;
    uint32_t window, target;
    uint64_t out_bytes, in_bytes, id;
};
void trace_transfer(struct trace_writer *writer, uint64_t ticks,
                    const struct trace_transfer *what);

enum trace_rma_done {
    TRACE_RMA_TESTED, /* not complete */
    TRACE_RMA_LOCAL,
    TRACE_RMA_REMOTE
};
void trace_transfer_done(struct trace_writer *writer, uint64_t ticks,
                         enum trace_rma_done how, uint32_t window,
                         uint64_t id);

/* Returns whether the request is in the trace: only then write the other
 * two. */
bool trace_lock_request(struct trace_writer *writer, uint64_t ticks,
                        uint32_t window, uint32_t target, bool exclusive);
void trace_lock_acquire(struct trace_writer *writer, uint64_t ticks,
                        uint32_t window, uint32_t target, bool exclusive);
void trace_lock_release(struct trace_writer *writer, uint64_t ticks,
                        uint32_t window, uint32_t target);

#endif
