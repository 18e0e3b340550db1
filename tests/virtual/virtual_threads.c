/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A thread of the program that waits for another one of its process does not
 * hold up the clock: in pthread_join(), and inside an MPI, at a condition or
 * for a mutex.  Who ends the wait marks it as running first, so that the clock
 * cannot jump in between.  Threads of libraries are not known here.
 */
#define _GNU_SOURCE
#include "virtual_time.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#define CALLER __builtin_return_address(0)

/* What a new thread is to run, and its slot, taken by its parent. */
struct start {
    void *(*run)(void *);
    void *argument;
    struct slot *slot;
};

static void end_thread(void *none)
{
    (void)none;
    virtual_thread_end();
}

static void *run_thread(void *argument)
{
    struct start start = *(struct start *)argument;
    void *result;

    free(argument);
    virtual_thread_begin(start.slot);
    pthread_cleanup_push(end_thread, NULL);
    result = start.run(start.argument);
    pthread_cleanup_pop(1);
    return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                   void *(*run)(void *), void *argument)
{
    int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                void *) =
        (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                 void *))virtual_next("pthread_create");
    struct start *start;
    int error;

    if (!virtual_is_program(CALLER))
        return next(thread, attributes, run, argument);
    start = malloc(sizeof *start);
    if (start == NULL)
        virtual_fail("a thread");
    *start = (struct start){ run, argument, virtual_slot_take() };
    error = next(thread, attributes, run_thread, start);
    if (error != 0) {
        virtual_slot_give_back(start->slot);
        free(start);
    }
    return error;
}

/* Tries again and again: the caller waits while the thread is there, and runs
 * from its end on, which comes a little before it can be joined. */
int pthread_join(pthread_t thread, void **result)
{
    int (*next)(pthread_t, void **) =
        (int (*)(pthread_t, void **))virtual_next("pthread_join");
    int error;

    if (!virtual_is_program(CALLER) && !virtual_measures(CALLER))
        return next(thread, result);
    while ((error = pthread_tryjoin_np(thread, result)) == EBUSY) {
        virtual_wait((void *)thread);
        if (!virtual_has_thread(thread))
            virtual_run();
        sched_yield();
    }
    virtual_run();
    return error;
}

/* There is an older kind, too, which must not be found. */
static void *next_condition(const char *name)
{
    void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");

    return found != NULL ? found : virtual_next(name);
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    static int (*next)(pthread_cond_t *, pthread_mutex_t *);
    bool known = virtual_on && virtual_doing() == RUNNING;
    int error;

    if (next == NULL)
        next = (int (*)(pthread_cond_t *, pthread_mutex_t *))next_condition(
            "pthread_cond_wait");
    if (known)
        virtual_wait(condition);
    error = next(condition, mutex);
    if (known)
        virtual_run();
    return error;
}

int pthread_cond_signal(pthread_cond_t *condition)
{
    static int (*next)(pthread_cond_t *);

    if (next == NULL)
        next = (int (*)(pthread_cond_t *))next_condition(
            "pthread_cond_signal");
    if (virtual_on)
        virtual_wake(condition);
    return next(condition);
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    static int (*next)(pthread_cond_t *);

    if (next == NULL)
        next = (int (*)(pthread_cond_t *))next_condition(
            "pthread_cond_broadcast");
    if (virtual_on)
        virtual_wake(condition);
    return next(condition);
}

/* MPICH polls with a lock that the threads take turns at.  Marked before it is
 * tried: who unlocks it afterwards undoes the mark.  pthread_cond_wait() unlocks
 * without that, so it is tried now and then. */
static int mutex_wait(pthread_mutex_t *mutex)
{
    int error;

    do {
        virtual_wait(mutex);
        error = pthread_mutex_trylock(mutex);
        while (error == EBUSY && virtual_doing() == WAITING) {
            sched_yield();
            error = pthread_mutex_trylock(mutex);
        }
    } while (error == EBUSY);
    virtual_run();
    return error;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    static int (*next)(pthread_mutex_t *);
    int error;

    if (virtual_on && virtual_doing() == RUNNING) {
        error = pthread_mutex_trylock(mutex);
        return error == EBUSY ? mutex_wait(mutex) : error;
    }
    if (next == NULL)
        next = (int (*)(pthread_mutex_t *))virtual_next("pthread_mutex_lock");
    return next(mutex);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    static int (*next)(pthread_mutex_t *);
    int error;

    if (next == NULL)
        next = (int (*)(pthread_mutex_t *))virtual_next(
            "pthread_mutex_unlock");
    error = next(mutex);
    if (virtual_on && virtual_has_others())
        virtual_wake(mutex);
    return error;
}
