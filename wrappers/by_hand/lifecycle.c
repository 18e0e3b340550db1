/* SPDX-License-Identifier: BSD-3-Clause */
#include "lifecycle.h"

#include "wake.h"

/* While a run of sessions goes on, MPI_Init is one of its calls. */
bool init_enter(struct hook_call *call, uint32_t id, uint32_t interface,
                struct hook_caller from)
{
    if (hook_state.mode == HOOK_OFF || hook_is_inside(&hook_thread, from))
        return false;
    start_note_usr1();
    hook_take(call, id, interface, from);
    if (hook_state.before)
        hook_state.ops->before(call);
    hook_begin(call);
    return true;
}

void init_leave(struct hook_call *call, bool outermost)
{
    if (!outermost)
        return;
    hook_end(call);
    if (sessions_are_the_run()) {
        hook_state.ops->plain(call);
        if (call->result == MPI_SUCCESS)
            sessions_one_more();
    } else if (call->result == MPI_SUCCESS) {
        start_measuring(call);
    }
    hook_leave(call);
}

bool finalize_enter(struct hook_call *call, uint32_t id, uint32_t interface,
                    struct hook_caller from)
{
    if (!hook_enter(call, id, interface, from))
        return false;
    hook_begin(call);
    if (sessions_are_the_run() && !sessions_one_less())
        return true;
    if (sessions_are_the_run()) {
        sessions_end_run(call);
        return true;
    }
    /* Threads without MPI may still open and close regions: off first. */
    __atomic_store_n(&hook_state.mode, HOOK_OFF, __ATOMIC_RELEASE);
    hook_state.ops->finalize(call);
    return true;
}

void finalize_leave(struct hook_call *call, bool outermost)
{
    if (!outermost)
        return;
    if (hook_state.mode == HOOK_ON && sessions_are_the_run()) {
        hook_end(call);
        hook_state.ops->plain(call);
    }
    call->thread->inside = 0;
}
