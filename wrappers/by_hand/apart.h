/*
 * apart.h - shields the calling thread while it does our work.
 *
 * Code of the program called meanwhile (its malloc, signal handlers) is not
 * measured, the thread is not cancelled, and errno is restored.
 */
#ifndef WRAPPERS_APART_H
#define WRAPPERS_APART_H

#include "base/cancel.h"
#include "measure/record/hook.h"

struct apart {
    int depth, cancelled, error;
};

static inline struct apart subprocess_go(void)
{
    struct apart before = { .depth = hook_thread.depth, .error = errno };

    before.cancelled = cancel_hold();
    hook_thread.depth = 1;
    return before;
}

/* Restores the thread's state; a thread cancelled meanwhile ends here, in the
 * program's own handlers. */
static inline void subprocess_come_back(const struct apart *before)
{
    hook_thread.depth = before->depth;
    errno = before->error;
    cancel_release(before->cancelled);
}

#endif
