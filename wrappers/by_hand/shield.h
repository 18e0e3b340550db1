/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * shield.h - shields the calling thread while it does our work.
 *
 * Code of the program called meanwhile (its malloc, signal handlers) is not
 * measured, the thread is not cancelled, and errno is restored.
 */
#ifndef WRAPPERS_BY_HAND_SHIELD_H
#define WRAPPERS_BY_HAND_SHIELD_H

#include "base/cancel.h"
#include "measure/record/hook.h"

struct shield {
    uintptr_t inside;
    int cancelled, error;
};

static inline struct shield shield_raise(void)
{
    struct shield before = { .inside = hook_thread.inside, .error = errno };

    before.cancelled = cancel_hold();
    if (before.inside == 0)
        hook_thread.inside = (uintptr_t)__builtin_frame_address(0);
    return before;
}

/* Restores the thread's state; a thread cancelled meanwhile ends here, in the
 * program's own handlers. */
static inline void shield_lower(const struct shield *before)
{
    hook_thread.inside = before->inside;
    errno = before->error;
    cancel_release(before->cancelled);
}

#endif
