/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/record_left.h"

#include <string.h>

#include "call_ids.h"
#include "measure/callsite/walk.h"
#include "measure/record/charge.h"

static uint32_t counts[CALL_ID_COUNT];

uint64_t record_left_count(uint32_t id)
{
    return __atomic_load_n(&counts[id], __ATOMIC_RELAXED);
}

/* ---- whether a call was left ---- */

static bool call_is_over(struct hook_thread *hook, struct thread *thread,
                         struct hook_caller from)
{
    struct thread_stack *stack = &thread->stack;
    bool then_own = thread_stack_holds(stack, hook, hook->inside);
    bool own = thread_stack_holds(stack, hook, from.frame);

    if (thread_stack_in_handler())
        return false;
    if (own && (!then_own || from.frame >= hook->inside))
        return true;
    if (then_own && !own)
        return false;
    return hook->now->id != 0 &&
           !walk_may_return_to((const void *)(uintptr_t)hook->now->caller,
                               hook->inside);
}

static bool call_is_left(struct hook_thread *hook, struct hook_caller from)
{
    struct hook_nested place = hook_nested(hook, from);
    struct thread *thread = hook->data;

    if (thread == NULL)
        return false;
    if (call_is_over(hook, thread, from))
        return true;
    if (hook->now->id != 0 && hook->nested != NULL)
        *hook_nested_find(hook->nested, place) = place;
    return false;
}

/* ---- recording it ---- */

/* Its arguments are gone, and so are its readings of counters. */
static void record_left_call(struct hook_thread *hook,
                             const struct persist_call *left)
{
    struct thread *thread = hook->data;
    struct hook_call call = { .id = left->id - 1,
                              .interface = left->interface,
                              .result = MPI_SUCCESS,
                              .begin = left->begin,
                              .end = hook->seen > left->begin ? hook->seen
                                                              : record_now(),
                              .thread = hook };

    call.caller = (void *)(uintptr_t)left->caller;
    memcpy(call.counters, thread->counters, sizeof(call.counters));
    __atomic_fetch_add(&counts[call.id], 1, __ATOMIC_RELAXED);
    thread->leaving = true;
    if (charge_begin(thread, &call, 0) != NULL)
        charge_end(thread, &call);
    thread->leaving = false;
}

/* The id is taken first: a signal's handler that calls MPI meanwhile finds no
 * call to record once more.  The begin is erased: it may be compared by a call
 * that returns after all. */
static void leave_by_jump(struct hook_thread *hook)
{
    uint32_t id = __atomic_exchange_n(&hook->now->id, 0, __ATOMIC_ACQ_REL);
    struct persist_call left = *hook->now;

    left.id = id;
    hook->inside = (uintptr_t)__builtin_frame_address(0);
    hook->now->begin = 0;
    if (id != 0 && hook->data != NULL)
        record_left_call(hook, &left);
    hook->inside = 0;
}

bool record_left(struct hook_thread *hook, struct hook_caller from)
{
    int saved_errno = errno;
    bool left = call_is_left(hook, from);

    if (left)
        leave_by_jump(hook);
    errno = saved_errno;
    return left;
}

void record_left_at_end(struct hook_thread *hook)
{
    int saved_errno = errno;

    if (hook->inside != 0)
        leave_by_jump(hook);
    errno = saved_errno;
}
