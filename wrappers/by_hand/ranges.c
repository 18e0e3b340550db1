/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "ranges.h"

#include <dlfcn.h>

#include "shield.h"
#include "regions.h"
#include "start.h"

typedef void begin_function(int source, uint64_t id, const char *name);
typedef void end_function(int source, uint64_t id);
typedef uint64_t id_function(void);

void mpiprof_range_begin(int source, uint64_t id, const char *name)
{
    struct hook_range range = { (enum hook_source)source, id, 0 };
    struct shield before;

    if (name == NULL || hook_state.mode == HOOK_OFF ||
        hook_is_inside(&hook_thread, CALLER))
        return;
    if (name[0] == '\0')
        name = "(unnamed)";
    before = shield_raise();
    if (hook_state.mode == HOOK_ASLEEP) {
        if (start_is_wanted())
            regions_keep(name, NULL, 0, range);
    } else {
        regions_replay();
        hook_state.ops->range_begin(&hook_thread, range, name);
    }
    shield_lower(&before);
}

void mpiprof_range_end(int source, uint64_t id)
{
    struct hook_range range = { (enum hook_source)source, id, 0 };
    struct shield before;

    if (hook_state.mode == HOOK_OFF || hook_is_inside(&hook_thread, CALLER))
        return;
    before = shield_raise();
    if (hook_state.mode == HOOK_ASLEEP) {
        regions_drop(range);
    } else {
        regions_replay();
        hook_state.ops->range_end(&hook_thread, range);
    }
    shield_lower(&before);
}

uint64_t mpiprof_range_id(void)
{
    static uint64_t last;

    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

/* That of the first copy, or ours where this one is opened for itself. */
static void *first_function(void **found, const char *name, void *ours)
{
    void *function = __atomic_load_n(found, __ATOMIC_RELAXED);

    if (function != NULL)
        return function;
    function = dlsym(RTLD_DEFAULT, name);
    if (function == NULL)
        function = ours;
    __atomic_store_n(found, function, __ATOMIC_RELAXED);
    return function;
}

void ranges_begin(enum hook_source source, uint64_t id, const char *name)
{
    static void *found;
    begin_function *begin =
        first_function(&found, "mpiprof_range_begin", mpiprof_range_begin);

    begin((int)source, id, name);
}

void ranges_end(enum hook_source source, uint64_t id)
{
    static void *found;
    end_function *end =
        first_function(&found, "mpiprof_range_end", mpiprof_range_end);

    end((int)source, id);
}

void ranges_moment(enum hook_source source, const char *name)
{
    uint64_t id = ranges_new_id();

    ranges_begin(source, id, name);
    ranges_end(source, id);
}

uint64_t ranges_new_id(void)
{
    static void *found;
    id_function *id =
        first_function(&found, "mpiprof_range_id", mpiprof_range_id);

    return id();
}
