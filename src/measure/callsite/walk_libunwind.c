/* SPDX-License-Identifier: BSD-3-Clause */
#define UNW_LOCAL_ONLY
#include "measure/callsite/walk.h"

#include <libunwind.h>

#if defined(__aarch64__) || defined(__arm__)
#define CAN_FORGET false
#else
#define CAN_FORGET true
#endif

static bool forgets;  /* atomic */
static int unloading; /* how many dlclose() are in progress; atomic */

static void forget_now(void)
{
    if (CAN_FORGET)
        unw_flush_cache(unw_local_addr_space, 0, 0);
}

void walk_unload_begins(void)
{
    __atomic_add_fetch(&unloading, 1, __ATOMIC_ACQ_REL);
}

void walk_unload_ends(bool gone)
{
    if (gone) {
        __atomic_store_n(&forgets, true, __ATOMIC_RELAXED);
        forget_now();
    }
    __atomic_sub_fetch(&unloading, 1, __ATOMIC_ACQ_REL);
}

/* Whether other code may have come to addresses that the fast trace knows. */
static bool frames_may_change(void)
{
    if (__atomic_load_n(&unloading, __ATOMIC_ACQUIRE) == 0)
        return __atomic_load_n(&forgets, __ATOMIC_RELAXED);
    forget_now();
    return true;
}

static int walk_slowly(void **addresses, int most)
{
    unw_context_t context;
    unw_cursor_t cursor;
    unw_word_t address;
    int count = 0;

    if (!CAN_FORGET || unw_getcontext(&context) != 0 ||
        unw_init_local(&cursor, &context) != 0)
        return 0;
    while (count < most && unw_step(&cursor) > 0 &&
           unw_get_reg(&cursor, UNW_REG_IP, &address) == 0)
        addresses[count++] = (void *)(uintptr_t)address;
    return count;
}

int walk_stack(void **addresses, int most)
{
    return frames_may_change() ? walk_slowly(addresses, most)
                               : unw_backtrace(addresses, most);
}

#if defined(__x86_64__)
/* A call pushes the return address: it lies right below the stack pointer
 * that the caller has again after the return. */
static bool slot_of(unw_cursor_t *cursor, void *const **slot)
{
    unw_word_t stack, address;

    if (unw_get_reg(cursor, UNW_REG_SP, &stack) != 0 ||
        unw_get_reg(cursor, UNW_REG_IP, &address) != 0)
        return false;
    *slot = (void *const *)(stack - sizeof(void *));
    return (unw_word_t) * *slot == address;
}
#else
/* Elsewhere the place differs from function to function. */
static bool slot_of(unw_cursor_t *cursor, void *const **slot)
{
    (void)cursor;
    (void)slot;
    return false;
}
#endif

static bool go_to(unw_cursor_t *cursor, const void *caller)
{
    unw_word_t address;

    while (unw_step(cursor) > 0)
        if (unw_get_reg(cursor, UNW_REG_IP, &address) == 0 &&
            address == (unw_word_t)caller)
            return true;
    return false;
}

int walk_slots(const void *caller, void *const **slots, int most)
{
    unw_context_t context;
    unw_cursor_t cursor;
    int count = 0;

    if ((frames_may_change() && !CAN_FORGET) ||
        unw_getcontext(&context) != 0 ||
        unw_init_local(&cursor, &context) != 0 || !go_to(&cursor, caller))
        return 0;
    while (count < most && unw_step(&cursor) > 0 &&
           slot_of(&cursor, &slots[count]))
        count++;
    return count;
}

/* Without a description of the frame libunwind guesses. */
static bool is_described(unw_cursor_t *cursor)
{
    unw_proc_info_t function;

    return unw_get_proc_info(cursor, &function) == 0;
}

bool walk_may_return_to(const void *caller, uintptr_t frame)
{
    unw_context_t context;
    unw_cursor_t cursor;
    unw_word_t stack, address;
    int step;

    if ((frames_may_change() && !CAN_FORGET) ||
        unw_getcontext(&context) != 0 ||
        unw_init_local(&cursor, &context) != 0)
        return true;
    while (is_described(&cursor) && (step = unw_step(&cursor)) >= 0) {
        if (step == 0)
            return false;
        if (unw_get_reg(&cursor, UNW_REG_SP, &stack) != 0 ||
            unw_get_reg(&cursor, UNW_REG_IP, &address) != 0)
            return true;
        if (stack >= frame)
            return address == (unw_word_t)(uintptr_t)caller;
    }
    return true;
}
