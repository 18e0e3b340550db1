/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_null.c - built without OTF2: no trace.
 */
#include "measure/trace/trace.h"

enum status trace_open(const struct trace_config *config, struct trace **out)
{
    (void)config;
    *out = NULL;
    return STATUS_UNSUPPORTED;
}

struct trace_writer *trace_writer_create(struct trace *trace, uint32_t thread,
                                         uint64_t ticks)
{
    (void)trace, (void)thread, (void)ticks;
    return NULL;
}

void trace_begin_run(struct trace_writer *writer, uint64_t ticks)
{
    (void)writer, (void)ticks;
}

void trace_keep(struct trace_writer *writer)
{
    (void)writer;
}

bool trace_takes(const struct trace_writer *writer)
{
    (void)writer;
    return false;
}

bool trace_takes_message(struct trace_writer *writer, uint64_t bytes)
{
    (void)writer, (void)bytes;
    return false;
}

bool trace_takes_persistent(struct trace *trace, uint64_t bytes, bool receives)
{
    (void)trace, (void)bytes, (void)receives;
    return false;
}

bool trace_takes_receive(struct trace_writer *writer, uint64_t room)
{
    (void)writer, (void)room;
    return false;
}

bool trace_takes_transfer(struct trace_writer *writer, uint64_t bytes)
{
    (void)writer, (void)bytes;
    return false;
}

void trace_passes(struct trace_writer *writer)
{
    (void)writer;
}

bool trace_is_off(const struct trace_writer *writer)
{
    (void)writer;
    return false;
}

unsigned trace_region_rules(struct trace *trace, const char *path,
                            const char *name)
{
    (void)trace, (void)path, (void)name;
    return 0;
}

uint64_t trace_writer_flush_ticks(struct trace_writer *writer)
{
    (void)writer;
    return 0;
}

uint64_t trace_writer_stopped(const struct trace_writer *writer)
{
    (void)writer;
    return 0;
}

void trace_enter(struct trace_writer *writer, uint64_t ticks, uint32_t call,
                 uint32_t path)
{
    (void)writer, (void)ticks, (void)call, (void)path;
}

void trace_enter_on(struct trace_writer *writer, uint64_t ticks, uint32_t call,
                    uint32_t path, uint32_t object)
{
    (void)writer, (void)ticks, (void)call, (void)path, (void)object;
}

void trace_leave(struct trace_writer *writer, uint64_t ticks, uint32_t call)
{
    (void)writer, (void)ticks, (void)call;
}

void trace_leave_failed(struct trace_writer *writer, uint64_t ticks,
                        uint32_t call, int error)
{
    (void)writer, (void)ticks, (void)call, (void)error;
}

void trace_counters(struct trace_writer *writer, uint64_t ticks,
                    const uint64_t *values)
{
    (void)writer, (void)ticks, (void)values;
}

void trace_first_counters(struct trace *trace, const uint64_t *values)
{
    (void)trace, (void)values;
}

void trace_send(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                int dest, int tag, uint64_t bytes)
{
    (void)writer, (void)ticks, (void)comm, (void)dest, (void)tag, (void)bytes;
}

void trace_isend(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                 int dest, int tag, uint64_t bytes, uint64_t request)
{
    (void)writer, (void)ticks, (void)comm, (void)dest, (void)tag, (void)bytes;
    (void)request;
}

void trace_isend_complete(struct trace_writer *writer, uint64_t ticks,
                          uint64_t request)
{
    (void)writer, (void)ticks, (void)request;
}

void trace_recv(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                int source, int tag, uint64_t bytes)
{
    (void)writer, (void)ticks, (void)comm, (void)source, (void)tag;
    (void)bytes;
}

void trace_irecv_request(struct trace_writer *writer, uint64_t ticks,
                         uint64_t request)
{
    (void)writer, (void)ticks, (void)request;
}

void trace_irecv(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                 int source, int tag, uint64_t bytes, uint64_t request)
{
    (void)writer, (void)ticks, (void)comm, (void)source, (void)tag;
    (void)bytes, (void)request;
}

void trace_cancelled(struct trace_writer *writer, uint64_t ticks,
                     uint64_t request)
{
    (void)writer, (void)ticks, (void)request;
}

void trace_collective_begin(struct trace_writer *writer, uint64_t ticks)
{
    (void)writer, (void)ticks;
}

void trace_collective_end(struct trace_writer *writer, uint64_t ticks,
                          const struct trace_collective *what)
{
    (void)writer, (void)ticks, (void)what;
}

void trace_icollective_request(struct trace_writer *writer, uint64_t ticks,
                               uint64_t request, uint64_t start)
{
    (void)writer, (void)ticks, (void)request, (void)start;
}

void trace_icollective_complete(struct trace_writer *writer, uint64_t ticks,
                                const struct trace_collective *what,
                                uint64_t request)
{
    (void)writer, (void)ticks, (void)what, (void)request;
}

void trace_comm_create(struct trace_writer *writer, uint64_t ticks,
                       uint32_t comm)
{
    (void)writer, (void)ticks, (void)comm;
}

void trace_comm_destroy(struct trace_writer *writer, uint64_t ticks,
                        uint32_t comm)
{
    (void)writer, (void)ticks, (void)comm;
}

void trace_region_enter(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region, unsigned how)
{
    (void)writer, (void)ticks, (void)region, (void)how;
}

void trace_region_leave(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region)
{
    (void)writer, (void)ticks, (void)region;
}

void trace_on_off(struct trace_writer *writer, uint64_t ticks, bool on)
{
    (void)writer, (void)ticks, (void)on;
}

bool trace_sample(struct trace_writer *writer, uint64_t ticks,
                  const struct trace_sample *sample)
{
    (void)writer, (void)ticks, (void)sample;
    return false;
}

void trace_samples_end(struct trace_writer *writer)
{
    (void)writer;
}

enum status trace_close(struct trace *trace,
                        const struct trace_closing *closing,
                        struct trace_totals *totals)
{
    (void)trace, (void)closing;
    *totals = (struct trace_totals){ 0 };
    return STATUS_UNSUPPORTED;
}

void trace_abandon(struct trace *trace)
{
    (void)trace;
}
