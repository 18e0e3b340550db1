#include "measure/record/record_io.h"

#include <string.h>

#include "measure/record/charge.h"
#include "measure/track/requests.h"

static uint32_t file_definition(struct recorder *all, const char *name)
{
    uint32_t id;

    pthread_mutex_lock(&all->lock);
    id = definitions_intern(all->definitions, DEFINITION_FILE, 0, 0, name,
                            strlen(name));
    pthread_mutex_unlock(&all->lock);
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

static void keep_request(const struct hook_io *args, const struct file *file,
                         uint64_t wanted)
{
    struct request request = {
        .handle = *args->request, .kind = REQUEST_IO, .active = true,
        .writes = args->writes, .file = file == NULL ? 0 : file->id,
        .out_bytes = args->writes ? wanted : 0,
        .in_bytes = args->writes ? 0 : wanted,
    };

    requests_add(&request);
}

static void charge_done(struct row *row, const struct hook_io *args,
                        uint64_t wanted)
{
    uint64_t bytes = file_bytes(args->status, wanted);

    row_add_bytes(row, args->writes ? bytes : 0, args->writes ? 0 : bytes,
                  bytes);
}

static uint64_t wanted_bytes(struct thread *thread,
                             const struct hook_io *args)
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
    bool ends_split = args->status != NULL && args->type == 0;
    uint64_t wanted = ends_split ? 0 : wanted_bytes(thread, args);

    if (ends_split && file != NULL)
        wanted = file->begun_bytes;
    if (args->request != NULL && thread != NULL)
        keep_request(args, file, wanted);
    else if (args->status == NULL && file != NULL)
        file->begun_bytes = wanted;
    if (row == NULL)
        return;
    if (args->status != NULL)
        charge_done(row, args, wanted);
    charge_end(thread, call);
}

static void charge_object(struct thread *thread, struct hook_call *call,
                          uint32_t object)
{
    if (charge_begin_on(thread, call, 0, object) != NULL)
        charge_end(thread, call);
}

void record_on_file(struct hook_call *call, MPI_File file)
{
    struct thread *thread = thread_of(call);

    charge_object(thread, call,
                  thread == NULL ? 0 : object_of(thread_file(thread, file)));
}

void record_file_opened(struct hook_call *call, MPI_Comm comm,
                        const char *name, int mode, MPI_File opened)
{
    struct thread *thread = thread_of(call);
    struct file *file = NULL;

    (void)mode;
    if (thread != NULL)
        file = files_opened(thread_comm(thread, comm), name, opened);
    charge_object(thread, call, object_of(file));
}

void record_file_sought(struct hook_call *call, MPI_File file, int64_t offset,
                        int whence)
{
    (void)offset, (void)whence;
    record_on_file(call, file);
}

void record_file_closed(struct hook_call *call, MPI_File file)
{
    struct thread *thread = thread_of(call);
    uint32_t id = thread == NULL ? 0 : files_closed(file);

    charge_object(thread, call, object_make(OBJECT_FILE, id));
}

void record_file_deleted(struct hook_call *call, const char *name)
{
    struct thread *thread = thread_of(call);

    charge_object(thread, call,
                  object_make(OBJECT_FILE, file_definition(&recorder, name)));
}
