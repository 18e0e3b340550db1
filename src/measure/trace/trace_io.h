/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_io.h - MPI-IO in the trace.
 *
 * Handles are FILE_HANDLE ids, files FILE ids, of this rank's own definitions.
 * Operation ids are unique in the process.  Otherwise as in trace.h.
 */
#ifndef MEASURE_TRACE_TRACE_IO_H
#define MEASURE_TRACE_TRACE_IO_H

#include "measure/trace/trace.h"

#define TRACE_IO_BYTES_UNKNOWN UINT64_MAX

/* mode: as given to MPI_File_open. */
void trace_file_open(struct trace_writer *writer, uint64_t ticks,
                     uint32_t handle, int mode);
void trace_file_close(struct trace_writer *writer, uint64_t ticks,
                      uint32_t handle);
void trace_file_delete(struct trace_writer *writer, uint64_t ticks,
                       uint32_t file);

struct trace_seek {
    uint32_t handle;
    int64_t offset; /* as the program gave it */
    int whence;     /* MPI_SEEK_SET ... */
    uint64_t place; /* resulting position in bytes */
};
void trace_file_seek(struct trace_writer *writer, uint64_t ticks,
                     const struct trace_seek *what);

enum trace_io_mode { TRACE_IO_READ, TRACE_IO_WRITE, TRACE_IO_FLUSH };
struct trace_io {
    uint32_t handle;
    enum trace_io_mode mode;
    bool nonblocking, collective;
    uint64_t bytes; /* bytes requested */
    uint64_t id;
};
void trace_io_begin(struct trace_writer *writer, uint64_t ticks,
                    const struct trace_io *what);
void trace_io_complete(struct trace_writer *writer, uint64_t ticks,
                       uint32_t handle, uint64_t bytes, uint64_t id);

/* Further steps of a nonblocking operation. */
enum trace_io_step { TRACE_IO_ISSUED, TRACE_IO_TESTED, TRACE_IO_CANCELLED };
void trace_io_note(struct trace_writer *writer, uint64_t ticks,
                   enum trace_io_step step, uint32_t handle, uint64_t id);

#endif
