/*
 * cancel.h - a thread of the program is not cancelled where it does our work:
 * what it holds there would be held for ever.
 *
 * Threads: the calling one.  No memory, no errors.
 */
#ifndef BASE_CANCEL_H
#define BASE_CANCEL_H

#include <pthread.h>

#define CANCEL_ANYWHERE 0x100 /* beside the state */

/* What cancel_release() is to be given.  A thread that may be cancelled anywhere
 * is no longer: glibc sends it a signal, which may come when it has been held
 * already, and asks for the type alone. */
static inline int cancel_hold(void)
{
    int state, type;

    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    return type == PTHREAD_CANCEL_ASYNCHRONOUS ? state | CANCEL_ANYWHERE
                                               : state;
}

/* Who was cancelled meanwhile ends here. */
static inline void cancel_anywhere(void)
{
    int none;

    pthread_testcancel();
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &none);
    pthread_testcancel();
}

static inline void cancel_release(int before)
{
    int none;

    pthread_setcancelstate(before & ~CANCEL_ANYWHERE, &none);
    if (before & CANCEL_ANYWHERE)
        cancel_anywhere();
}

/* The same with a lock. */
static inline int cancel_lock(pthread_mutex_t *lock)
{
    int before = cancel_hold();

    pthread_mutex_lock(lock);
    return before;
}

static inline void cancel_unlock(pthread_mutex_t *lock, int before)
{
    pthread_mutex_unlock(lock);
    cancel_release(before);
}

#endif
