#include "measure/track/windows.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/track/handles.h"

static struct {
    pthread_mutex_t lock;
    struct handles handles;
    struct window *all;
    windows_new_function *on_new;
    void *context;
    uint64_t shared;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

uint32_t windows_generation = 1;

static uint64_t key_of(MPI_Win win)
{
    return (uint64_t)(uintptr_t)win;
}

void windows_setup(windows_new_function *on_new, void *context)
{
    state.on_new = on_new;
    state.context = context;
}

void windows_teardown(void)
{
    while (state.all != NULL) {
        struct window *next = state.all->next;

        free(state.all->name);
        epoch_clear(&state.all->epoch);
        free(state.all);
        state.all = next;
    }
    handles_clear(&state.handles);
}

/* How many were made on that communicator. */
static uint64_t count_of(const struct comm_info *comm)
{
    for (const struct window *at = state.all; at != NULL; at = at->next)
        if (at->comm == comm)
            return at->ordinal + 1;
    return 0;
}

static struct window *find_spare(const struct comm_info *comm)
{
    struct window *at = state.all;

    while (at != NULL &&
           !(at->shared && at->freed && !at->owed && at->comm == comm))
        at = at->next;
    return at;
}

/* One that shares its id has an entry to itself until its end only. */
static struct window *take_spare(const struct comm_info *comm, MPI_Win win)
{
    struct window *window = find_spare(comm);

    state.shared++;
    if (window == NULL ||
        !handles_put(&state.handles, key_of(win), window))
        return NULL;
    window->handle = win;
    window->freed = false;
    epoch_clear(&window->epoch);
    __atomic_add_fetch(&windows_generation, 1, __ATOMIC_RELEASE);
    return window;
}

/* With the lock held. */
static struct window *take_in(const struct comm_info *comm, MPI_Win win,
                              const char *kind)
{
    uint64_t ordinal = count_of(comm);
    struct window *window =
        ordinal >= WINDOWS_APART ? take_spare(comm, win) : NULL;

    if (window != NULL)
        return window;
    window = calloc(1, sizeof(*window));
    if (window == NULL || !handles_put(&state.handles, key_of(win), window)) {
        free(window);
        return NULL;
    }
    window->handle = win;
    window->comm = comm;
    window->shared = ordinal >= WINDOWS_APART;
    window->ordinal = window->shared ? WINDOWS_APART : ordinal;
    snprintf(window->kind, sizeof(window->kind), "%s", kind);
    window->next = state.all;
    state.all = window;
    state.on_new(window, state.context);
    __atomic_add_fetch(&windows_generation, 1, __ATOMIC_RELEASE);
    return window;
}

struct window *windows_find(MPI_Win win)
{
    struct window *window;

    if (win == MPI_WIN_NULL)
        return NULL;
    pthread_mutex_lock(&state.lock);
    window = handles_get(&state.handles, key_of(win));
    if (window == NULL)
        window = take_in(NULL, win, "unknown");
    pthread_mutex_unlock(&state.lock);
    return window;
}

struct window *windows_created(const struct comm_info *comm, MPI_Win win,
                               const char *kind, uint64_t made)
{
    struct window *window, *before;

    if (win == MPI_WIN_NULL)
        return NULL;
    pthread_mutex_lock(&state.lock);
    before = handles_get(&state.handles, key_of(win));
    if (before != NULL) /* its end was not told, or not yet */
        before->freed = before->owed = true;
    window = take_in(comm, win, kind);
    if (window != NULL)
        window->made = made;
    pthread_mutex_unlock(&state.lock);
    return window;
}

/* With the lock held: one whose handle went to another thread's window before
 * its end was told. */
static struct window *take_owed(MPI_Win win)
{
    struct window *at = state.all;

    while (at != NULL && !(at->owed && at->handle == win))
        at = at->next;
    if (at != NULL)
        at->owed = false;
    return at;
}

struct window *windows_freed(MPI_Win win, uint64_t began)
{
    struct window *window, *older = NULL;

    pthread_mutex_lock(&state.lock);
    window = handles_get(&state.handles, key_of(win));
    if (window == NULL || window->made > began)
        older = take_owed(win);
    window = older != NULL ? older : handles_take(&state.handles, key_of(win));
    if (window != NULL)
        window->freed = true;
    __atomic_add_fetch(&windows_generation, 1, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&state.lock);
    return window;
}

void windows_named(MPI_Win win, const char *name)
{
    struct window *window = windows_find(win);

    if (window == NULL)
        return;
    pthread_mutex_lock(&state.lock);
    free(window->name);
    window->name = strdup(name);
    pthread_mutex_unlock(&state.lock);
}

uint64_t windows_open(void)
{
    return state.handles.used;
}

uint64_t windows_shared(void)
{
    return state.shared;
}

struct window *windows_all(void)
{
    return state.all;
}
