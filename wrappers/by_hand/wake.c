/* SPDX-License-Identifier: BSD-3-Clause */
#include "wake.h"

#include <errno.h>

#include "early.h"
#include "sessions.h"
#include "start.h"
#include "threads.h"

static void start_once(const struct hook_call *init)
{
    struct hook_start start = { .init = init, .usr1 = start_usr1() };

    early_tell(&start);
    if (!start_is_our_mpi())
        hook_state.mode = HOOK_OFF;
    else if (start_with(&start))
        threads_tell_all();
    sessions_world_began();
}

void start_measuring(const struct hook_call *init)
{
    if (!start_take())
        return;
    if (hook_state.mode == HOOK_ASLEEP || early_is_on())
        start_once(init);
    start_give();
}

static bool is_running(void)
{
    int (*initialized)(int *) = next_function(NEXT_PMPI_Initialized);
    int (*finalized)(int *) = next_function(NEXT_PMPI_Finalized);
    int yes = 0, over = 0;

    initialized(&yes);
    finalized(&over);
    return yes && !over;
}

static void start_late(void)
{
    struct hook_call now = { .interface = HOOK_C, .thread = &hook_thread };

    now.id = CALL_MPI_Init;
    now.begin = now.end = hook_now();
    start_measuring(&now);
}

bool hook_wake(void)
{
    int saved_errno = errno;

    hook_thread.inside = (uintptr_t)__builtin_frame_address(0);
    if (is_running()) {
        if (start_is_first())
            start_late();
        else
            hook_state.mode = HOOK_OFF;
    }
    hook_thread.inside = 0;
    errno = saved_errno;
    return hook_state.mode == HOOK_ON;
}
