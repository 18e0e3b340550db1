/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * unloads.c - notes that the program unloads code: what is loaded next may get the
 * same addresses, by which call paths are known.
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

EXPORTED int dlclose(void *handle)
{
    close_function *next = find_next();
    struct shield before;
    int result = next == NULL ? -1 : next(handle);

    if (hook_state.mode == HOOK_ON && hook_state.ops->code_unloaded != NULL) {
        before = shield_raise();
        hook_state.ops->code_unloaded();
        shield_lower(&before);
    }
    return result;
}
