/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_io_trace.h - trace records of calls on files.
 *
 * Each function writes between the Enter and the Leave of the call: starts
 * have the time of the call's begin, ends the time of its end.  Without a
 * trace, or for an unknown file, they do nothing.
 * Threads: any.  No memory but the definition of a handle; no errors.
 */
#ifndef MEASURE_RECORD_RECORD_IO_TRACE_H
#define MEASURE_RECORD_RECORD_IO_TRACE_H

#include "measure/record/hook.h"
#include "measure/record/thread.h"

struct request;

/* Gives the file its handle in the trace, also while recording is off. */
void io_trace_take_in(const struct thread *thread, struct file *file);
void io_trace_opened(struct thread *thread, const struct hook_call *call,
                     const struct file *file, int mode);

void io_trace_closed(struct thread *thread, const struct hook_call *call,
                     uint32_t traced_as);

/* A blocking read or write: begin and end, with its bytes. */
void io_trace_done(struct thread *thread, const struct hook_call *call,
                   struct file *file, bool writes, uint64_t wanted,
                   uint64_t bytes);
/* The start of a nonblocking or split transfer; returns its id, 0: none. */
uint64_t io_trace_started(struct thread *thread, const struct hook_call *call,
                          struct file *file, bool writes, uint64_t wanted);
/* The end of a split transfer. */
void io_trace_split_end(struct thread *thread, const struct hook_call *call,
                        struct file *file, uint64_t bytes);

/* The end of a nonblocking transfer, or (Test) that it has not ended. */
enum io_outcome { IO_DONE, IO_NOT_YET, IO_FAILED };
void io_trace_waited(struct thread *thread, const struct hook_call *call,
                     const struct request *request, enum io_outcome outcome,
                     uint64_t bytes);

/* Calls that transfer nothing: MPI_File_sync writes a record. */
void io_trace_other(struct thread *thread, const struct hook_call *call,
                    struct file *file);
void io_trace_seek(struct thread *thread, const struct hook_call *call,
                   struct file *file, MPI_File handle, int64_t offset,
                   int whence);

#endif
