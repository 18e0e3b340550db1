/*
 * cancel.h - a thread of the program is not cancelled where it does our work:
 * what it holds there would be held for ever.
 *
 * A thread may be one that is cancelled anywhere (PTHREAD_CANCEL_ASYNCHRONOUS).
 * glibc sends it a signal, and when that comes, the thread's type alone decides
 * whether it ends, not its state.  Up to glibc 2.40 each call that may wait
 * (open, write) makes the thread one that ends anywhere for as long as it takes.
 * So a signal that was on its way when the thread was held would end it in our
 * next such call.
 *
 * Threads: the calling one.  No memory, no errors; errno may change.
 */
#ifndef BASE_CANCEL_H
#define BASE_CANCEL_H

#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define CANCEL_ANYWHERE 0x100 /* beside the state */

/* False: no thread of this process has been cancelled yet.  A library that does
 * not watch for that leaves it true. */
extern const bool *cancel_used;

/* Holds a thread that may be cancelled anywhere, so that it is cancelled only in
 * calls that may wait, as the others are: what makes such calls holds it as
 * below.  True: it was one.
 *
 * A call that may wait does not return before a signal that is on its way has
 * come, so we make one at once: who has been cancelled ends in it, with nothing
 * held, or is known to be.  It costs ten times as much as the rest. */
static inline bool cancel_hold_anywhere(void)
{
    int type = PTHREAD_CANCEL_DEFERRED;

    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
    if (__builtin_expect(type != PTHREAD_CANCEL_ASYNCHRONOUS, 1))
        return false;
    if (__atomic_load_n(cancel_used, __ATOMIC_SEQ_CST))
        poll(NULL, 0, 0);
    return true;
}

/* Who was cancelled meanwhile ends here. */
static inline void cancel_release_anywhere(bool held)
{
    int none;

    if (__builtin_expect(!held, 1))
        return;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &none);
    pthread_testcancel();
}

/* Holds any thread, whatever it does.  Pass the result to cancel_release(). */
static inline int cancel_hold(void)
{
    int state, anywhere = cancel_hold_anywhere() ? CANCEL_ANYWHERE : 0;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    return state | anywhere;
}

static inline void cancel_release(int before)
{
    int none;

    pthread_setcancelstate(before & ~CANCEL_ANYWHERE, &none);
    cancel_release_anywhere((before & CANCEL_ANYWHERE) != 0);
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
