/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_rma_null.c - built without OTF2: no trace.
 */
#include "measure/trace/trace_rma.h"

void trace_rma_begin(struct trace_writer *writer, uint64_t ticks)
{
    (void)writer, (void)ticks;
}

void trace_rma_end(struct trace_writer *writer, uint64_t ticks,
                   enum trace_rma_collective what, uint32_t window)
{
    (void)writer, (void)ticks, (void)what, (void)window;
}

void trace_rma_group(struct trace_writer *writer, uint64_t ticks, bool opens,
                     uint32_t window, uint32_t group)
{
    (void)writer, (void)ticks, (void)opens, (void)window, (void)group;
}

void trace_transfer(struct trace_writer *writer, uint64_t ticks,
                    const struct trace_transfer *what)
{
    (void)writer, (void)ticks, (void)what;
}

void trace_transfer_done(struct trace_writer *writer, uint64_t ticks,
                         enum trace_rma_done how, uint32_t window, uint64_t id)
{
    (void)writer, (void)ticks, (void)how, (void)window, (void)id;
}

bool trace_lock_request(struct trace_writer *writer, uint64_t ticks,
                        uint32_t window, uint32_t target, bool exclusive)
{
    (void)writer, (void)ticks, (void)window, (void)target, (void)exclusive;
    return false;
}

void trace_lock_acquire(struct trace_writer *writer, uint64_t ticks,
                        uint32_t window, uint32_t target, bool exclusive)
{
    (void)writer, (void)ticks, (void)window, (void)target, (void)exclusive;
}

void trace_lock_release(struct trace_writer *writer, uint64_t ticks,
                        uint32_t window, uint32_t target)
{
    (void)writer, (void)ticks, (void)window, (void)target;
}
