/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_null.c - built without OTF2: no trace.
 */
#include "measure/trace/trace.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

enum status trace_open(const struct trace_config *config, struct trace **out)
{
    *out = NULL;
    return STATUS_UNSUPPORTED;
}

struct trace_writer *trace_writer_create(struct trace *trace, uint32_t thread,
                                         uint64_t ticks)
{
    return NULL;
}

void trace_begin_run(struct trace_writer *writer, uint64_t ticks)
{
}

void trace_keep(struct trace_writer *writer)
{
}

bool trace_takes(const struct trace_writer *writer)
{
    return false;
}

bool trace_takes_message(struct trace_writer *writer, uint64_t bytes)
{
    return false;
}

bool trace_takes_persistent(struct trace *trace, uint64_t bytes, bool receives)
{
    return false;
}

bool trace_takes_receive(struct trace_writer *writer, uint64_t room)
{
    return false;
}

bool trace_takes_transfer(struct trace_writer *writer, uint64_t bytes)
{
    return false;
}

void trace_passes(struct trace_writer *writer)
{
}

bool trace_is_off(const struct trace_writer *writer)
{
    return false;
}

unsigned trace_region_rules(struct trace *trace, const char *path,
                            const char *name)
{
    return 0;
}

uint64_t trace_writer_flush_ticks(struct trace_writer *writer)
{
    return 0;
}

void trace_enter(struct trace_writer *writer, uint64_t ticks, uint32_t call,
                 uint32_t path)
{
}

void trace_enter_on(struct trace_writer *writer, uint64_t ticks, uint32_t call,
                    uint32_t path, uint32_t object)
{
}

void trace_leave(struct trace_writer *writer, uint64_t ticks, uint32_t call)
{
}

void trace_leave_failed(struct trace_writer *writer, uint64_t ticks,
                        uint32_t call, int error)
{
}

void trace_counters(struct trace_writer *writer, uint64_t ticks,
                    const uint64_t *values)
{
}

void trace_first_counters(struct trace *trace, const uint64_t *values)
{
}

void trace_send(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                int dest, int tag, uint64_t bytes)
{
}

void trace_isend(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                 int dest, int tag, uint64_t bytes, uint64_t request)
{
}

void trace_isend_complete(struct trace_writer *writer, uint64_t ticks,
                          uint64_t request)
{
}

void trace_recv(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                int source, int tag, uint64_t bytes)
{
}

void trace_irecv_request(struct trace_writer *writer, uint64_t ticks,
                         uint64_t request)
{
}

void trace_irecv(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                 int source, int tag, uint64_t bytes, uint64_t request)
{
}

void trace_cancelled(struct trace_writer *writer, uint64_t ticks,
                     uint64_t request)
{
}

void trace_collective_begin(struct trace_writer *writer, uint64_t ticks)
{
}

void trace_collective_end(struct trace_writer *writer, uint64_t ticks,
                          const struct trace_collective *what)
{
}

void trace_icollective_request(struct trace_writer *writer, uint64_t ticks,
                               uint64_t request, uint64_t start)
{
}

void trace_icollective_complete(struct trace_writer *writer, uint64_t ticks,
                                const struct trace_collective *what,
                                uint64_t request)
{
}

void trace_comm_create(struct trace_writer *writer, uint64_t ticks,
                       uint32_t comm)
{
}

void trace_comm_destroy(struct trace_writer *writer, uint64_t ticks,
                        uint32_t comm)
{
}

void trace_region_enter(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region, unsigned how)
{
}

void trace_region_leave(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region)
{
}

void trace_on_off(struct trace_writer *writer, uint64_t ticks, bool on)
{
}

bool trace_sample(struct trace_writer *writer, uint64_t ticks,
                  const struct trace_sample *sample)
{
    return false;
}

void trace_samples_end(struct trace_writer *writer)
{
}

enum status trace_close(struct trace *trace,
                        const struct trace_closing *closing,
                        struct trace_totals *totals)
{
    *totals = (struct trace_totals){ 0 };
    return STATUS_UNSUPPORTED;
}

void trace_abandon(struct trace *trace)
{
}
