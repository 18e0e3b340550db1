/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * unloads.c - notes that the program unloads code: what is loaded next may get the
 * same addresses, by which call paths and functions are known.
 *
 * Threads: any.  No memory, no errors.
 */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "shield.h"
#include "wrap.h"

typedef int close_function(void *handle);

static close_function *find_next(void)
{
    static void *next;
    void *found = __atomic_load_n(&next, __ATOMIC_RELAXED);

    if (found == NULL) {
        found = dlsym(RTLD_NEXT, "dlclose");
        __atomic_store_n(&next, found, __ATOMIC_RELAXED);
    }
    return (close_function *)found;
}

/* Before the addresses in samples of any thread belong to nobody. */
static void note_before(void)
{
    struct shield before;

    if (hook_state.mode == HOOK_ON && hook_state.ops->code_unloads != NULL) {
        before = shield_raise();
        hook_state.ops->code_unloads(&hook_thread);
        shield_lower(&before);
    }
}

static void note_after(bool by_program)
{
    struct shield before;

    if (hook_state.mode == HOOK_ON && hook_state.ops->code_unloaded != NULL) {
        before = shield_raise();
        hook_state.ops->code_unloaded(by_program);
        shield_lower(&before);
    }
}

EXPORTED int dlclose(void *handle)
{
    close_function *next = find_next();
    bool by_program = hook_thread.inside == 0;
    int result;

    if (by_program)
        note_before();
    result = next == NULL ? -1 : next(handle);
    note_after(by_program);
    return result;
}
