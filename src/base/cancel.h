/*
 * cancel.h - a thread of the program is not cancelled where it does our work:
 * what it holds there would be held for ever.
 *
 * Threads: the calling one.  No memory, no errors.
 */
#ifndef BASE_CANCEL_H
#define BASE_CANCEL_H

#include <pthread.h>

/* What cancel_release() is to be given. */
static inline int cancel_hold(void)
{
    int before;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

static inline void cancel_release(int before)
{
    int none;

    pthread_setcancelstate(before, &none);
}

#endif
