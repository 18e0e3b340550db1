/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * shield.h - shields the calling thread while it does our work.
 *
 * Code of the program called meanwhile (its malloc, signal handlers) is not
 * measured, the thread is not cancelled, and errno is restored.
 */
#ifndef WRAPPERS_SHIELD_H
#define WRAPPERS_SHIELD_H

#include "base/cancel.h"
#include "measure/record/hook.h"

struct shield {
    int depth, cancelled, error;
};

static inline struct shield shield_raise(void)
{
    struct shield before = { .depth = hook_thread.depth, .error = errno };

    before.cancelled = cancel_hold();
    hook_thread.depth = 1;
    return before;
}

/* Restores the thread's state; a thread cancelled meanwhile ends here, in the
 * program's own handlers. */
static inline void shield_lower(const struct shield *before)
{
    hook_thread.depth = before->depth;
    errno = before->error;
    cancel_release(before->cancelled);
}

#endif
