/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cancel.h - keeps threads of the program from being cancelled inside our
 * code, where they may hold a lock that nobody else could release.
 *
 * Threads with PTHREAD_CANCEL_ASYNCHRONOUS can be cancelled anywhere. glibc
 * sends such a thread a signal, and on arrival only the thread's type decides
 * whether the thread ends, not its state.  Up to glibc 2.40 each call that may
 * block (open, write) switches the thread to asynchronous for the duration of
 * the call.  So a signal already on its way when we hold the thread would end
 * the thread in our next such call.
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

/* False until a thread of this process is cancelled.  A library that does not
 * track cancellation leaves the flag true. */
extern const bool *cancel_used;

/* Makes an asynchronously cancellable thread deferred, so that only blocking
 * calls can end the thread; code that makes such calls needs cancel_hold()
 * below.  Returns true if the thread was asynchronous.
 *
 * A blocking call does not return before a pending signal has arrived, so we
 * make one at once: a cancelled thread ends in that call, holding nothing, or
 * is known to be cancelled.  This call costs ten times as much as the rest. */
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

/* Restores the type; a thread cancelled meanwhile ends here. */
static inline void cancel_release_anywhere(bool held)
{
    int none;

    if (__builtin_expect(!held, 1))
        return;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &none);
    pthread_testcancel();
}

/* Disables cancellation of any thread.  Pass the result to
 * cancel_release(). */
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

/* Same as above, with a lock. */
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
