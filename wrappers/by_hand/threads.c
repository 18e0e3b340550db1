/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "threads.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "early.h"
#include "shield.h"
#include "start.h"

typedef void *start_function(void *argument);
typedef int create_function(pthread_t *thread,
                            const pthread_attr_t *attributes,
                            start_function *start, void *argument);
typedef int join_function(pthread_t thread, void **result);
typedef int cancel_function(pthread_t thread);
typedef int type_function(int type, int *before);

/* A thread's task. */
struct task {
    start_function *start;
    void *argument;
};

/* One that lives; on its own stack. */
struct living {
    struct hook_thread *hook;
    int thread;
    const void *base; /* of its stack, or a little below */
    struct living *next, *previous;
};

const bool *cancel_used = &hook_state.cancels;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct living *all;
static struct living first; /* not in the list; hook NULL: unknown */

static int number_of_this(void)
{
    return (int)syscall(SYS_gettid);
}

/* In a child of fork(), which has none of these threads. */
static void forget_threads(void)
{
    pthread_mutex_init(&lock, NULL);
    all = NULL;
    first.hook = NULL; /* that which has forked is the first now */
}

/* The first thread of the process is made by nobody. */
static __attribute__((constructor)) void know_first(void)
{
    void *const *end = dlsym(RTLD_DEFAULT, "__libc_stack_end");

    pthread_atfork(NULL, NULL, forget_threads);
    if (number_of_this() != getpid() || end == NULL)
        return;
    first = (struct living){ .hook = &hook_thread,
                             .thread = getpid(),
                             .base = *end };
}

static void tell_core(const struct living *living)
{
    if (hook_state.ops->thread_begins != NULL)
        hook_state.ops->thread_begins(living->hook, living->thread,
                                      living->base);
}

static void living_add(struct living *living)
{
    pthread_mutex_lock(&lock);
    living->next = all;
    living->previous = NULL;
    if (all != NULL)
        all->previous = living;
    all = living;
    if (hook_state.mode == HOOK_ON)
        tell_core(living);
    pthread_mutex_unlock(&lock);
}

static void take_out(const struct living *living)
{
    pthread_mutex_lock(&lock);
    if (living->next != NULL)
        living->next->previous = living->previous;
    if (living->previous != NULL)
        living->previous->next = living->next;
    else
        all = living->next;
    pthread_mutex_unlock(&lock);
}

/* The measurement may have ended meanwhile: it has let go of the thread then.
 * In a child of fork() it says so itself. */
static void end_thread(void *data)
{
    struct living *living = data;
    struct shield before;

    if (number_of_this() != living->thread)
        return; /* it is a child's, where it is in no list */
    before = shield_raise();
    living->hook->ends = true;
    take_out(living);
    if (__atomic_load_n(&living->hook->sampler, __ATOMIC_ACQUIRE) != NULL)
        hook_state.ops->thread_ends(living->hook);
    shield_lower(&before);
}

static void *begin_thread(void *data)
{
    struct task task = *(struct task *)data;
    struct living living = { .hook = &hook_thread,
                             .thread = number_of_this(),
                             .base = __builtin_frame_address(0) };
    struct shield before = shield_raise();
    void *result;
    int held;

    free(data);
    living_add(&living);
    shield_lower(&before);
    pthread_cleanup_push(end_thread, &living);
    result = task.start(task.argument);
    held =
        cancel_hold(); /* between the two it would end without end_thread() */
    pthread_cleanup_pop(1);
    cancel_release(held);
    return result;
}

/* The core learns about the first one also if it cannot be sampled. */
void threads_tell_all(void)
{
    pthread_mutex_lock(&lock);
    if (number_of_this() != getpid())
        tell_core(&first);
    for (const struct living *at = all; at != NULL; at = at->next)
        tell_core(at);
    pthread_mutex_unlock(&lock);
}

/* Without one the dynamic linker would not have started the program. */
static void *next_of(void **next, const char *name)
{
    void *found = __atomic_load_n(next, __ATOMIC_RELAXED);

    if (found == NULL) {
        found = dlsym(RTLD_NEXT, name);
        __atomic_store_n(next, found, __ATOMIC_RELAXED);
    }
    return found;
}

static create_function *next_create(void)
{
    static void *next;

    return (create_function *)next_of(&next, "pthread_create");
}

static join_function *next_join(void)
{
    static void *next;

    return (join_function *)next_of(&next, "pthread_join");
}

static cancel_function *next_cancel(void)
{
    static void *next;

    return (cancel_function *)next_of(&next, "pthread_cancel");
}

static type_function *next_type(void)
{
    static void *next;

    return (type_function *)next_of(&next, "pthread_setcanceltype");
}

/* A caller of these may be cancelled anywhere, and dlsym() takes locks. */
static __attribute__((constructor)) void know_next(void)
{
    next_cancel();
    next_type();
}

/* Threads of an MPI library are not the program's.  Before the run it is
 * unknown yet whether somebody will ask. */
static bool is_watched(void)
{
    if (hook_state.mode == HOOK_OFF || hook_is_inside(&hook_thread, CALLER))
        return false;
    if (hook_state.mode == HOOK_ON && !early_is_on())
        return hook_state.ops->thread_begins != NULL;
    return start_is_wanted();
}

/* NULL: the thread is made as if we were not there. */
static struct task *task_of(start_function *start, void *argument)
{
    struct shield before;
    struct task *task;

    if (!is_watched())
        return NULL;
    before = shield_raise();
    task = malloc(sizeof(*task));
    if (task != NULL)
        *task = (struct task){ start, argument };
    shield_lower(&before);
    return task;
}

static void task_drop(struct task *task)
{
    struct shield before = shield_raise();

    free(task);
    shield_lower(&before);
}

EXPORTED int pthread_create(pthread_t *thread,
                            const pthread_attr_t *attributes,
                            start_function *start, void *argument)
{
    create_function *create = next_create();
    struct task *task;
    int result;

    if (create == NULL)
        return EAGAIN;
    task = task_of(start, argument);
    if (task == NULL)
        return create(thread, attributes, start, argument);
    result = create(thread, attributes, begin_thread, task);
    if (result != 0)
        task_drop(task);
    return result;
}

/* For a process that is killed in it.  NULL: not noted. */
static struct persist_call *note_join(uint64_t since, uint64_t *begin)
{
    struct persist_call *now = hook_thread.now;

    if (now == NULL || now->id != 0)
        return NULL;
    *begin = now->begin;
    now->begin = since;
    __atomic_store_n(&now->given, PERSIST_JOINS, __ATOMIC_RELEASE);
    return now;
}

/* Where the run has ended meanwhile, what was noted is not there any more. */
static void end_join(struct persist_call *noted, uint64_t begin)
{
    if (noted == NULL || noted != hook_thread.now ||
        noted->given != PERSIST_JOINS)
        return;
    __atomic_store_n(&noted->given, 0, __ATOMIC_RELEASE);
    noted->begin = begin;
}

/* A thread that only waits for another one does not stand for its rank.  The
 * core may read these from a thread that ends the run. */
EXPORTED int pthread_join(pthread_t thread, void **result)
{
    join_function *join = next_join();
    uint64_t since, begin = 0, joined = hook_thread.joined;
    struct persist_call *noted;
    int outcome;

    if (join == NULL)
        return ESRCH;
    if (hook_state.mode != HOOK_ON)
        return join(thread, result);
    since = hook_now();
    __atomic_store_n(&hook_thread.joins_since, since, __ATOMIC_RELAXED);
    noted = note_join(since, &begin);
    outcome = join(thread, result);
    end_join(noted, begin);
    joined += hook_now() - since;
    __atomic_store_n(&hook_thread.joined, joined, __ATOMIC_RELAXED);
    __atomic_store_n(&hook_thread.joins_since, 0, __ATOMIC_RELAXED);
    return outcome;
}

EXPORTED int pthread_cancel(pthread_t thread)
{
    cancel_function *cancel = next_cancel();

    if (cancel == NULL)
        return ESRCH;
    /* Before the thread can see that it is cancelled. */
    __atomic_store_n(&hook_state.cancels, true, __ATOMIC_SEQ_CST);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return cancel(thread);
}

EXPORTED int pthread_setcanceltype(int type, int *before)
{
    type_function *set = next_type();
    int result;

    if (set == NULL)
        return ENOSYS;
    if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
        hook_thread.anywhere = true;
    result = set(type, before);
    if (result == 0 && type == PTHREAD_CANCEL_DEFERRED)
        hook_thread.anywhere = false;
    return result;
}
