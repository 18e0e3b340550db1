/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/record_hooks.h"

#include <string.h>

#include "base/cancel.h"
#include "measure/record/charge.h"
#include "measure/record/record_io_trace.h"
#include "measure/record/thread_life.h"
#include "measure/trace/trace_io.h"
#include "measure/track/requests.h"

/* Whether all rows for names are taken by other names. */
static bool file_is_too_many(const struct definitions *names, const char *name)
{
    return definitions_count(names, DEFINITION_FILE) > FILES_APART &&
           definitions_find(names, DEFINITION_FILE, 0, 0, name,
                            strlen(name)) == DEFINITION_NONE;
}

static uint32_t file_definition(struct recorder *all, const char *name)
{
    uint32_t id;
    int before = cancel_lock(&all->lock);

    if (file_is_too_many(all->definitions, name)) {
        all->files_shared++;
        name = FILES_OTHERS;
    }
    id = definitions_intern(all->definitions, DEFINITION_FILE, 0, 0, name,
                            strlen(name));
    cancel_unlock(&all->lock, before);
    return id == DEFINITION_NONE ? 0 : id;
}

void record_new_file(struct file *file, const char *name, void *context)
{
    file->id = file_definition(context, name);
}

static uint32_t object_of(const struct file *file)
{
    return file == NULL ? 0 : object_make(OBJECT_FILE, file->id);
}

uint64_t file_bytes(const MPI_Status *status, uint64_t wanted)
{
    MPI_Count bytes = 0;

    if (PMPI_Get_elements_x((MPI_Status *)status, MPI_BYTE, &bytes) !=
            MPI_SUCCESS ||
        bytes < 0)
        return wanted;
    return (uint64_t)bytes;
}

static void keep_request(const struct hook_call *call,
                         const struct hook_io *args, const struct file *file,
                         uint64_t wanted, uint64_t id, bool left_out)
{
    struct request request = {
        .handle = *args->request,
        .since = call->end,
        .kind = REQUEST_IO,
        .active = true,
        .writes = args->writes,
        .file = file == NULL ? 0 : file->id,
        .file_handle = file == NULL ? 0 : file->traced_as,
        .transfer = id,
        .left_out = left_out,
        .out_bytes = args->writes ? wanted : 0,
        .in_bytes = args->writes ? 0 : wanted,
    };

    requests_add(&request);
}

static bool ends_split(const struct hook_io *args)
{
    return args->status != NULL && args->type == 0;
}

static void charge_done(struct thread *thread, const struct hook_call *call,
                        struct row *row, const struct hook_io *args,
                        struct file *file, uint64_t wanted)
{
    uint64_t bytes = file_bytes(args->status, wanted);

    row_add_bytes(row, args->writes ? bytes : 0, args->writes ? 0 : bytes,
                  bytes);
    if (file != NULL && ends_split(args))
        io_trace_split_end(thread, call, file, bytes);
    else if (file != NULL)
        io_trace_done(thread, call, file, args->writes, wanted, bytes);
}

/* A request, or a split collective one. */
static void keep_start(struct thread *thread, const struct hook_call *call,
                       const struct hook_io *args, struct file *file,
                       uint64_t wanted, bool charged)
{
    uint64_t id = 0;

    if (charged && file != NULL)
        id = io_trace_started(thread, call, file, args->writes, wanted);
    if (args->request != NULL) {
        keep_request(call, args, file, wanted, id,
                     charged && file != NULL && id == 0 &&
                         recorder.rules != NULL);
    } else if (file != NULL) {
        file->begun_bytes = wanted;
        file->begun_id = id;
    }
}

static uint64_t wanted_bytes(struct thread *thread, const struct hook_io *args)
{
    if (thread == NULL || args->count <= 0)
        return 0;
    return (uint64_t)args->count *
           datatypes_size(&thread->datatypes, args->type);
}

void record_io(struct hook_call *call, const struct hook_io *args)
{
    struct thread *thread = thread_of(call);
    struct file *file =
        thread == NULL ? NULL : thread_file(thread, args->file);
    struct row *row = charge_begin_on(thread, call, 0, object_of(file));
    uint64_t wanted = 0;

    if (ends_split(args) && file != NULL)
        wanted = file->begun_bytes;
    else if (!ends_split(args))
        wanted = wanted_bytes(thread, args);
    if (args->status == NULL && thread != NULL)
        keep_start(thread, call, args, file, wanted, row != NULL);
    if (row == NULL)
        return;
    if (args->status != NULL)
        charge_done(thread, call, row, args, file, wanted);
    charge_end(thread, call);
}

void record_on_file(struct hook_call *call, MPI_File handle)
{
    struct thread *thread = thread_of(call);
    struct file *file = thread == NULL ? NULL : thread_file(thread, handle);

    if (charge_begin_on(thread, call, 0, object_of(file)) == NULL)
        return;
    if (file != NULL)
        io_trace_other(thread, call, file);
    charge_end(thread, call);
}

void record_file_opened(struct hook_call *call, MPI_Comm comm,
                        const char *name, int mode, MPI_File opened)
{
    struct thread *thread = thread_of(call);
    struct file *file = NULL;

    if (thread != NULL)
        file =
            files_opened(thread_comm(thread, comm), name, opened, call->end);
    if (file != NULL)
        io_trace_take_in(thread, file);
    if (charge_begin_on(thread, call, 0, object_of(file)) == NULL)
        return;
    if (file != NULL)
        io_trace_opened(thread, call, file, mode);
    charge_end(thread, call);
}

void record_file_sought(struct hook_call *call, MPI_File handle,
                        int64_t offset, int whence)
{
    struct thread *thread = thread_of(call);
    struct file *file = thread == NULL ? NULL : thread_file(thread, handle);

    if (charge_begin_on(thread, call, 0, object_of(file)) == NULL)
        return;
    if (file != NULL)
        io_trace_seek(thread, call, file, handle, offset, whence);
    charge_end(thread, call);
}

void record_file_closed(struct hook_call *call, MPI_File file)
{
    struct thread *thread = thread_of(call);
    uint32_t traced_as = 0;
    uint32_t id =
        thread == NULL ? 0 : files_closed(file, call->begin, &traced_as);

    if (charge_begin_on(thread, call, 0, object_make(OBJECT_FILE, id)) == NULL)
        return;
    if (traced_as != 0)
        io_trace_closed(thread, call, traced_as);
    charge_end(thread, call);
}

void record_file_deleted(struct hook_call *call, const char *name)
{
    struct thread *thread = thread_of(call);
    uint32_t id = file_definition(&recorder, name);

    if (charge_begin_on(thread, call, 0, object_make(OBJECT_FILE, id)) == NULL)
        return;
    if (id != 0)
        trace_file_delete(thread->writer, call->end, id);
    charge_end(thread, call);
}
