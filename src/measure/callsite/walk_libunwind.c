/* SPDX-License-Identifier: BSD-3-Clause */
#define UNW_LOCAL_ONLY
#include "measure/callsite/walk.h"

#include <libunwind.h>
#include <stdbool.h>

int walk_stack(void **addresses, int most)
{
    return unw_backtrace(addresses, most);
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

    if (unw_getcontext(&context) != 0 ||
        unw_init_local(&cursor, &context) != 0 || !go_to(&cursor, caller))
        return 0;
    while (count < most && unw_step(&cursor) > 0 &&
           slot_of(&cursor, &slots[count]))
        count++;
    return count;
}
