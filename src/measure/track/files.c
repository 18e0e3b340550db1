#include "measure/track/files.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "measure/track/handles.h"

#define MOST_OWED 64 /* more: their closings will not be told at all */

static struct {
    pthread_mutex_t lock;
    struct handles handles;
    struct file *owed; /* newest first */
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

/* Of those after the first `keep'. */
static void free_owed(uint32_t keep)
{
    struct file **at = &state.owed;

    for (; *at != NULL && keep > 0; keep--)
        at = &(*at)->owed;
    while (*at != NULL) {
        struct file *next = (*at)->owed;

        free(*at);
        *at = next;
    }
}

void files_teardown(void)
{
    free_owed(0);
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
    file->handle = handle;
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

static void owe_end(struct file *file)
{
    if (file == NULL)
        return;
    free_owed(MOST_OWED - 1);
    file->owed = state.owed;
    state.owed = file;
}

static struct file *take_owed(MPI_File handle)
{
    struct file **at = &state.owed;
    struct file *file;

    while (*at != NULL && (*at)->handle != handle)
        at = &(*at)->owed;
    file = *at;
    if (file != NULL)
        *at = file->owed;
    return file;
}

struct file *files_opened(const struct comm_info *comm, const char *name,
                          MPI_File handle, uint64_t made)
{
    struct file *file;

    if (handle == MPI_FILE_NULL)
        return NULL;
    pthread_mutex_lock(&state.lock);
    owe_end(handles_take(&state.handles, key_of(handle)));
    file = take_in(comm, name, handle);
    if (file != NULL)
        file->made = made;
    pthread_mutex_unlock(&state.lock);
    return file;
}

/* With the lock held. */
static struct file *take_closed(MPI_File handle, uint64_t began)
{
    struct file *file = handles_get(&state.handles, key_of(handle));
    struct file *older = NULL;

    if (file == NULL || file->made > began)
        older = take_owed(handle);
    return older != NULL ? older
                         : handles_take(&state.handles, key_of(handle));
}

uint32_t files_closed(MPI_File handle, uint64_t began, uint32_t *traced_as)
{
    struct file *file;
    uint32_t id;

    pthread_mutex_lock(&state.lock);
    file = take_closed(handle, began);
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
