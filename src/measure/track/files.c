#include "measure/track/files.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "measure/track/handles.h"

static struct {
    pthread_mutex_t lock;
    struct handles handles;
    files_new_function *on_new;
    void *context;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

uint32_t files_generation = 1;

static uint64_t key_of(MPI_File handle)
{
    return (uint64_t)(uintptr_t)handle;
}

void files_setup(files_new_function *on_new, void *context)
{
    state.on_new = on_new;
    state.context = context;
}

void files_teardown(void)
{
    for (uint32_t i = 0; state.handles.used > 0 && i <= state.handles.mask;
         i++)
        free(state.handles.slots[i].value);
    handles_clear(&state.handles);
}

static bool is_taken(const struct file *file, uint32_t ordinal)
{
    for (uint32_t i = 0; i <= state.handles.mask; i++) {
        const struct file *other = state.handles.slots[i].value;

        if (other != NULL && other != file && other->id == file->id &&
            other->comm == file->comm && other->ordinal == ordinal)
            return true;
    }
    return false;
}

/* With the lock held. */
static struct file *take_in(const struct comm_info *comm, const char *name,
                            MPI_File handle)
{
    struct file *file = calloc(1, sizeof(*file));

    if (file == NULL || !handles_put(&state.handles, key_of(handle), file)) {
        free(file);
        return NULL;
    }
    file->comm = comm;
    state.on_new(file, name, state.context);
    while (is_taken(file, file->ordinal))
        file->ordinal++;
    __atomic_add_fetch(&files_generation, 1, __ATOMIC_RELEASE);
    return file;
}

struct file *files_find(MPI_File handle)
{
    struct file *file;

    if (handle == MPI_FILE_NULL)
        return NULL;
    pthread_mutex_lock(&state.lock);
    file = handles_get(&state.handles, key_of(handle));
    if (file == NULL)
        file = take_in(NULL, "unknown", handle);
    pthread_mutex_unlock(&state.lock);
    return file;
}

struct file *files_opened(const struct comm_info *comm, const char *name,
                          MPI_File handle)
{
    struct file *file;

    if (handle == MPI_FILE_NULL)
        return NULL;
    pthread_mutex_lock(&state.lock);
    free(handles_take(&state.handles, key_of(handle))); /* end not seen */
    file = take_in(comm, name, handle);
    pthread_mutex_unlock(&state.lock);
    return file;
}

uint32_t files_closed(MPI_File handle, uint32_t *traced_as)
{
    struct file *file;
    uint32_t id;

    pthread_mutex_lock(&state.lock);
    file = handles_take(&state.handles, key_of(handle));
    id = file == NULL ? 0 : file->id;
    *traced_as = file == NULL ? 0 : file->traced_as;
    free(file);
    __atomic_add_fetch(&files_generation, 1, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&state.lock);
    return id;
}

uint64_t files_open(void)
{
    return state.handles.used;
}
