/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/record_io_trace.h"

#include <string.h>

#include "base/cancel.h"
#include "measure/record/recorder.h"
#include "measure/trace/trace_io.h"
#include "measure/track/requests.h"

static uint64_t new_id(void)
{
    static uint64_t last;

    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

void io_trace_take_in(const struct thread *thread, struct file *file)
{
    uint32_t comm = file->comm == NULL ? 0 : file->comm->id;
    int before;

    if (thread->writer == NULL || file->traced_as != 0)
        return;
    before = cancel_lock(&recorder.lock);
    file->traced_as =
        definitions_intern_number(recorder.definitions, DEFINITION_FILE_HANDLE,
                                  file->id, comm, file->ordinal);
    cancel_unlock(&recorder.lock, before);
    if (file->traced_as == DEFINITION_NONE)
        file->traced_as = 0;
}

/* Whether there is a trace to write to, of a file that it knows. */
static bool file_is_traced(const struct thread *thread, struct file *file)
{
    if (thread->writer == NULL)
        return false;
    io_trace_take_in(thread, file);
    return file->traced_as != 0;
}

void io_trace_opened(struct thread *thread, const struct hook_call *call,
                     const struct file *file, int mode)
{
    if (thread->writer == NULL || file->traced_as == 0)
        return;
    trace_keep(thread->writer);
    trace_file_open(thread->writer, call->end, file->traced_as, mode);
}

void io_trace_closed(struct thread *thread, const struct hook_call *call,
                     uint32_t traced_as)
{
    trace_keep(thread->writer);
    trace_file_close(thread->writer, call->end, traced_as);
}

/* MPI_File_write_at_all, MPI_File_read_ordered_begin ... */
static bool call_is_collective(const struct hook_call *call)
{
    const char *name = call_table[call->id].name;

    return strstr(name, "_all") != NULL || strstr(name, "_ordered") != NULL;
}

static struct trace_io make_operation(const struct hook_call *call,
                                      const struct file *file, bool writes,
                                      uint64_t wanted)
{
    return (struct trace_io){
        .handle = file->traced_as,
        .mode = writes ? TRACE_IO_WRITE : TRACE_IO_READ,
        .collective = call_is_collective(call),
        .bytes = wanted,
        .id = new_id(),
    };
}

void io_trace_done(struct thread *thread, const struct hook_call *call,
                   struct file *file, bool writes, uint64_t wanted,
                   uint64_t bytes)
{
    struct trace_io what;

    if (!file_is_traced(thread, file) ||
        !trace_takes_transfer(thread->writer, bytes))
        return;
    what = make_operation(call, file, writes, wanted);
    trace_io_begin(thread->writer, call->begin, &what);
    trace_io_complete(thread->writer, call->end, what.handle, bytes, what.id);
}

uint64_t io_trace_started(struct thread *thread, const struct hook_call *call,
                          struct file *file, bool writes, uint64_t wanted)
{
    struct trace_io what;

    if (!file_is_traced(thread, file) ||
        !trace_takes_transfer(thread->writer, wanted))
        return 0;
    what = make_operation(call, file, writes, wanted);
    what.nonblocking = true;
    trace_io_begin(thread->writer, call->begin, &what);
    trace_io_note(thread->writer, call->end, TRACE_IO_ISSUED, what.handle,
                  what.id);
    return what.id;
}

void io_trace_split_end(struct thread *thread, const struct hook_call *call,
                        struct file *file, uint64_t bytes)
{
    if (thread->writer == NULL || file->begun_id == 0)
        return;
    trace_io_complete(thread->writer, call->end, file->traced_as, bytes,
                      file->begun_id);
    file->begun_id = 0;
}

void io_trace_waited(struct thread *thread, const struct hook_call *call,
                     const struct request *request, enum io_outcome outcome,
                     uint64_t bytes)
{
    if (thread->writer == NULL || request->transfer == 0)
        return;
    if (outcome == IO_DONE)
        trace_io_complete(thread->writer, call->end, request->file_handle,
                          bytes, request->transfer);
    else
        trace_io_note(thread->writer, call->end,
                      outcome == IO_NOT_YET ? TRACE_IO_TESTED
                                            : TRACE_IO_CANCELLED,
                      request->file_handle, request->transfer);
}

void io_trace_other(struct thread *thread, const struct hook_call *call,
                    struct file *file)
{
    struct trace_io what;

    if (call->result != MPI_SUCCESS ||
        strcmp(call_table[call->id].name, "MPI_File_sync") != 0 ||
        !file_is_traced(thread, file) || !trace_takes(thread->writer))
        return;
    what = make_operation(call, file, true, TRACE_IO_BYTES_UNKNOWN);
    what.mode = TRACE_IO_FLUSH;
    what.collective = true;
    trace_io_begin(thread->writer, call->begin, &what);
    trace_io_complete(thread->writer, call->end, what.handle, 0, what.id);
}

/* Bytes from the start of the file; with views only MPI knows them. */
static uint64_t place_of(MPI_File handle, bool shared)
{
    MPI_Offset position = 0, place = 0;
    int result = shared ? PMPI_File_get_position_shared(handle, &position)
                        : PMPI_File_get_position(handle, &position);

    if (result != MPI_SUCCESS ||
        PMPI_File_get_byte_offset(handle, position, &place) != MPI_SUCCESS)
        return 0;
    return (uint64_t)place;
}

void io_trace_seek(struct thread *thread, const struct hook_call *call,
                   struct file *file, MPI_File handle, int64_t offset,
                   int whence)
{
    bool shared = strstr(call_table[call->id].name, "shared") != NULL;
    struct trace_seek what = { .offset = offset, .whence = whence };

    if (!file_is_traced(thread, file) || !trace_takes(thread->writer))
        return;
    what.handle = file->traced_as;
    what.place = place_of(handle, shared);
    trace_file_seek(thread->writer, call->end, &what);
}
