/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/track/files.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/hash.h"
#include "measure/track/handles.h"

#define MOST_DEFERRED 64 /* more: their closings are not reported at all */

static struct {
    pthread_mutex_t lock;
    struct handles handles;
    struct handles likes;  /* see struct like */
    struct file *deferred; /* newest first */
    files_new_function *on_new;
    void *context;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

uint32_t files_generation = 1;

/* Which ordinals are in use by files of one name and communicator that are
 * open at once: a bit each. */
struct like {
    uint32_t words, in_use;
    uint64_t bits[];
};

static uint64_t key_of(MPI_File handle)
{
    return (uint64_t)(uintptr_t)handle;
}

void files_setup(files_new_function *on_new, void *context)
{
    state.on_new = on_new;
    state.context = context;
}

/* Those after the first `keep'. */
static void free_deferred(uint32_t keep)
{
    struct file **at = &state.deferred;

    for (; *at != NULL && keep > 0; keep--)
        at = &(*at)->deferred;
    while (*at != NULL) {
        struct file *next = (*at)->deferred;

        free(*at);
        *at = next;
    }
}

static void free_values(struct handles *handles)
{
    for (uint32_t i = 0; handles->used > 0 && i <= handles->mask; i++)
        free(handles->slots[i].value);
    handles_clear(handles);
}

void files_teardown(void)
{
    free_deferred(0);
    free_values(&state.handles);
    free_values(&state.likes);
}

static uint64_t key_of_like(const struct file *file)
{
    return hash_mix(file->id, (uint64_t)(uintptr_t)file->comm);
}

/* With one more word; NULL: no memory. */
static struct like *grow_like(struct like *like, uint64_t key)
{
    uint32_t words = like == NULL ? 0 : like->words;
    struct like *more =
        realloc(like, sizeof(*more) + (words + 1) * sizeof(more->bits[0]));

    if (more == NULL)
        return NULL;
    if (words == 0)
        more->in_use = 0;
    more->bits[words] = 0;
    more->words = words + 1;
    if (handles_put(&state.likes, key, more))
        return more;
    handles_take(&state.likes, key); /* what is now in another place */
    free(more);
    return NULL;
}

/* Takes the lowest that is free; without memory it stays 0. */
static void take_ordinal(struct file *file)
{
    uint64_t key = key_of_like(file);
    struct like *like = handles_get(&state.likes, key);
    uint32_t at = 0;

    while (like != NULL && at < like->words && like->bits[at] == UINT64_MAX)
        at++;
    if (like == NULL || at == like->words)
        like = grow_like(like, key);
    if (like == NULL)
        return;
    file->ordinal = 64 * at + (uint32_t)__builtin_ctzll(~like->bits[at]);
    like->bits[at] |= UINT64_C(1) << file->ordinal % 64;
    like->in_use++;
}

static void give_ordinal_back(const struct file *file)
{
    uint64_t key = key_of_like(file);
    struct like *like = handles_get(&state.likes, key);
    uint64_t bit = UINT64_C(1) << file->ordinal % 64;
    uint32_t at = file->ordinal / 64;

    if (like == NULL || at >= like->words || !(like->bits[at] & bit))
        return;
    like->bits[at] &= ~bit;
    if (--like->in_use == 0)
        free(handles_take(&state.likes, key));
}

/* With the lock held. */
static struct file *file_take_in(const struct comm_info *comm,
                                 const char *name, MPI_File handle)
{
    struct file *file = calloc(1, sizeof(*file));

    if (file == NULL || !handles_put(&state.handles, key_of(handle), file)) {
        free(file);
        return NULL;
    }
    file->comm = comm;
    file->handle = handle;
    state.on_new(file, name, state.context);
    take_ordinal(file);
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
        file = file_take_in(NULL, "unknown", handle);
    pthread_mutex_unlock(&state.lock);
    return file;
}

/* Its ordinal is free for others. */
static struct file *file_take_out(MPI_File handle)
{
    struct file *file = handles_take(&state.handles, key_of(handle));

    if (file != NULL)
        give_ordinal_back(file);
    return file;
}

static void close_defer(struct file *file)
{
    if (file == NULL)
        return;
    free_deferred(MOST_DEFERRED - 1);
    file->deferred = state.deferred;
    state.deferred = file;
}

static struct file *close_take_deferred(MPI_File handle)
{
    struct file **at = &state.deferred;
    struct file *file;

    while (*at != NULL && (*at)->handle != handle)
        at = &(*at)->deferred;
    file = *at;
    if (file != NULL)
        *at = file->deferred;
    return file;
}

struct file *files_opened(const struct comm_info *comm, const char *name,
                          MPI_File handle, uint64_t made)
{
    struct file *file;

    if (handle == MPI_FILE_NULL)
        return NULL;
    pthread_mutex_lock(&state.lock);
    close_defer(file_take_out(handle));
    file = file_take_in(comm, name, handle);
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
        older = close_take_deferred(handle);
    return older != NULL ? older : file_take_out(handle);
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
