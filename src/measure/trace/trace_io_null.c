/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_io_null.c - built without OTF2: no trace.
 */
#include "measure/trace/trace_io.h"

void trace_file_open(struct trace_writer *writer, uint64_t ticks,
                     uint32_t handle, int mode)
{
    (void)writer, (void)ticks, (void)handle, (void)mode;
}

void trace_file_close(struct trace_writer *writer, uint64_t ticks,
                      uint32_t handle)
{
    (void)writer, (void)ticks, (void)handle;
}

void trace_file_delete(struct trace_writer *writer, uint64_t ticks,
                       uint32_t file)
{
    (void)writer, (void)ticks, (void)file;
}

void trace_file_seek(struct trace_writer *writer, uint64_t ticks,
                     const struct trace_seek *what)
{
    (void)writer, (void)ticks, (void)what;
}

void trace_io_begin(struct trace_writer *writer, uint64_t ticks,
                    const struct trace_io *what)
{
    (void)writer, (void)ticks, (void)what;
}

void trace_io_complete(struct trace_writer *writer, uint64_t ticks,
                       uint32_t handle, uint64_t bytes, uint64_t id)
{
    (void)writer, (void)ticks, (void)handle, (void)bytes, (void)id;
}

void trace_io_note(struct trace_writer *writer, uint64_t ticks,
                   enum trace_io_step step, uint32_t handle, uint64_t id)
{
    (void)writer, (void)ticks, (void)step, (void)handle, (void)id;
}
