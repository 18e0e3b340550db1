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

/* Before the addresses in samples of any thread belong to nobody.  False: nothing
 * is recorded. */
static bool note_before(bool by_program)
{
    struct shield before;

    if (hook_state.mode != HOOK_ON)
        return false;
    before = shield_raise();
    hook_state.ops->code_unloads(&hook_thread, by_program);
    shield_lower(&before);
    return true;
}

static void note_after(bool by_program)
{
    struct shield before;

    if (hook_state.mode == HOOK_ON) {
        before = shield_raise();
        hook_state.ops->code_unloaded(by_program);
        shield_lower(&before);
    }
}

EXPORTED int dlclose(void *handle)
{
    close_function *next = find_next();
    bool by_program = hook_thread.inside == 0;
    bool noted = note_before(by_program);
    int result = next == NULL ? -1 : next(handle);

    if (noted)
        note_after(by_program);
    return result;
}
