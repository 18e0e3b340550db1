/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * functions.c - the hooks that -finstrument-functions calls at the start and
 * end of each function of a program.
 *
 * Inside MPI calls, and in our own code, nothing is entered: the thread is
 * inside (hook.h), also while we handle a function. errno is preserved:
 * the first entry of a function, and sampling, make system calls.  A thread
 * that may be cancelled anywhere is held meanwhile.
 */
#include "shield.h"
#include "regions.h"
#include "start.h"

EXPORTED void __cyg_profile_func_enter(void *function, void *site);
EXPORTED void __cyg_profile_func_exit(void *function, void *site);

static bool is_wanted(void)
{
    static int wanted; /* 0: still unknown */

    if (__builtin_expect(wanted == 0, 0))
        wanted = start_is_wanted() ? 1 : -1;
    return wanted > 0;
}

/* Others are held where that is needed. */
static inline bool thread_hold(const struct hook_thread *thread)
{
    return __builtin_expect(thread->anywhere, 0) && cancel_hold_anywhere();
}

/* While MPI is not in use. */
static void note_early(void *function, uintptr_t frame, bool begins)
{
    struct hook_range range = { HOOK_FUNCTION, (uint64_t)(uintptr_t)function,
                                frame };

    if (hook_state.mode != HOOK_ASLEEP || !is_wanted())
        return;
    hook_thread.inside = frame;
    if (begins)
        regions_keep(NULL, NULL, 0, range);
    else
        regions_drop(range);
    hook_thread.inside = 0;
}

static inline __attribute__((always_inline)) void
pass_function(void *function, struct hook_caller caller, bool begins)
{
    struct hook_thread *thread = &hook_thread;
    int saved_errno;
    bool held;

    if (hook_is_inside(thread, caller))
        return;
    saved_errno = errno;
    held = thread_hold(thread);
    if (__builtin_expect(hook_state.mode == HOOK_ON, 1)) {
        thread->inside = caller.frame;
        regions_replay();
        if (begins)
            hook_state.ops->function_enter(thread, function, caller.frame);
        else
            hook_state.ops->function_leave(thread, function, caller.frame);
        thread->inside = 0;
    } else {
        note_early(function, caller.frame, begins);
    }
    errno = saved_errno;
    cancel_release_anywhere(held);
}

void __cyg_profile_func_enter(void *function, void *site)
{
    (void)site;
    pass_function(function, CALLER, true);
}

void __cyg_profile_func_exit(void *function, void *site)
{
    (void)site;
    pass_function(function, CALLER, false);
}
