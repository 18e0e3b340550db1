/*
 * apart.h - the calling thread, while it does our work.
 *
 * What that calls of the program (its malloc, handlers of its signals) enters
 * nothing, the thread is not cancelled meanwhile, and errno is as it was.
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

/* Who was cancelled meanwhile ends here, and its handlers are the program's. */
static inline void subprocess_come_back(const struct apart *before)
{
    hook_thread.depth = before->depth;
    errno = before->error;
    cancel_release(before->cancelled);
}

#endif
