/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/track/windows.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/track/handles.h"

static struct {
    pthread_mutex_t lock;
    struct handles handles;
    struct handles comms; /* see struct made_on */
    uint32_t count;       /* of all */
    struct window *all;
    windows_new_function *on_new;
    void *context;
    uint64_t shared;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Windows that were made on a communicator. */
struct made_on {
    uint64_t count;       /* with an id of their own */
    struct window *spare; /* that share one, and have ended */
};

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
    for (uint32_t i = 0; state.comms.used > 0 && i <= state.comms.mask; i++)
        free(state.comms.slots[i].value);
    handles_clear(&state.comms);
    handles_clear(&state.handles);
    state.count = 0;
}

/* NULL: no memory. */
static struct made_on *made_on(const struct comm_info *comm)
{
    uint64_t key = (uint64_t)(uintptr_t)comm;
    struct made_on *made = handles_get(&state.comms, key);

    if (made != NULL)
        return made;
    made = calloc(1, sizeof(*made));
    if (made == NULL || handles_put(&state.comms, key, made))
        return made;
    free(made);
    return NULL;
}

/* One that shares its id has an entry to itself until its end only. */
static struct window *take_spare(struct made_on *made, MPI_Win win)
{
    struct window *window = made->spare;

    state.shared++;
    if (window == NULL || !handles_put(&state.handles, key_of(win), window))
        return NULL;
    made->spare = window->spare;
    window->handle = win;
    window->freed = false;
    epoch_clear(&window->epoch);
    __atomic_add_fetch(&windows_generation, 1, __ATOMIC_RELEASE);
    return window;
}

static void give_back(struct window *window)
{
    struct made_on *made = window->shared ? made_on(window->comm) : NULL;

    if (made == NULL)
        return;
    window->spare = made->spare;
    made->spare = window;
}

static void enlist_window(struct window *window, struct made_on *made)
{
    window->ordinal = window->shared ? WINDOWS_APART : made->count++;
    window->next = state.all;
    state.all = window;
    state.count++;
    state.on_new(window, state.context);
    __atomic_add_fetch(&windows_generation, 1, __ATOMIC_RELEASE);
}

/* With the lock held. */
static struct window *window_take_in(const struct comm_info *comm, MPI_Win win,
                                     const char *kind)
{
    struct made_on *made = made_on(comm);
    struct window *window = NULL;
    bool shared;

    if (made == NULL)
        return NULL;
    shared = made->count >= WINDOWS_APART || state.count >= WINDOWS_MOST;
    if (shared)
        window = take_spare(made, win);
    if (window != NULL)
        return window;
    window = calloc(1, sizeof(*window));
    if (window == NULL || !handles_put(&state.handles, key_of(win), window)) {
        free(window);
        return NULL;
    }
    window->handle = win;
    window->comm = comm;
    window->shared = shared;
    snprintf(window->kind, sizeof(window->kind), "%s", kind);
    enlist_window(window, made);
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
        window = window_take_in(NULL, win, "unknown");
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
        before->freed = before->deferred = true;
    window = window_take_in(comm, win, kind);
    if (window != NULL)
        window->made = made;
    pthread_mutex_unlock(&state.lock);
    return window;
}

/* With the lock held: one whose handle went to another thread's window before
 * its end was told. */
static struct window *free_take_deferred(MPI_Win win)
{
    struct window *at = state.all;

    while (at != NULL && !(at->deferred && at->handle == win))
        at = at->next;
    if (at != NULL)
        at->deferred = false;
    return at;
}

struct window *windows_freed(MPI_Win win, uint64_t began)
{
    struct window *window, *older = NULL;

    pthread_mutex_lock(&state.lock);
    window = handles_get(&state.handles, key_of(win));
    if (window == NULL || window->made > began)
        older = free_take_deferred(win);
    window = older != NULL ? older : handles_take(&state.handles, key_of(win));
    if (window != NULL) {
        window->freed = true;
        give_back(window);
    }
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
