/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * program_times.c - the time of a program's own functions, including the
 * built-in functions and libraries that they call.
 *
 * Exclusive time of a library's function goes to its callers, by the time that
 * it took when called by each, and on to theirs, until functions of the program
 * have it.  The result is exact where a library calls no function of the program
 * back; else the parts are an estimate, as in export_stacks.c.  Time in MPI counts for
 * nobody: it is spent waiting.
 */
#include <stdlib.h>
#include <string.h>

#include "base/affix.h"
#include "pyprof/merged.h"

#define DEPTH_MOST 64 /* of calls within libraries: deeper is left out */

struct passing {
    const struct pyprof *merged;
    const struct py_profile *profile;
    const uint32_t *functions; /* by key */
    double *now, *next;        /* s to pass on, by function */
    double *kept;              /* s of functions of the program */
};

bool py_is_program(const char *file)
{
    return file[0] != '<' && strcmp(file, "~") != 0 &&
           strstr(file, "/lib/python") == NULL &&
           strstr(file, "/lib64/python") == NULL &&
           strstr(file, "/site-packages/") == NULL &&
           strstr(file, "/dist-packages/") == NULL;
}

/* A caller differs from the function: a function that calls itself is no
 * caller. */
static double weight_of(const struct passing *passing, uint32_t callee,
                        const struct py_caller *caller)
{
    return passing->functions[caller->key] == callee
               ? 0
               : py_counted(caller->numbers.cumulative);
}

static void give(struct passing *passing, uint32_t to, double seconds)
{
    const struct py_function *function = &passing->merged->functions[to];

    if (function->program)
        passing->kept[to] += seconds;
    else if (!function->mpi)
        passing->next[to] += seconds;
}

static void pass_on(struct passing *passing, const struct py_entry *entry)
{
    uint32_t from = passing->functions[entry->key];
    const struct py_caller *callers;
    double all = 0;

    if (passing->now[from] <= 0 || entry->caller_count == 0) {
        passing->now[from] = 0;
        return;
    }
    callers = &passing->profile->callers[entry->first_caller];
    for (size_t i = 0; i < entry->caller_count; i++)
        all += weight_of(passing, from, &callers[i]);
    for (size_t i = 0; i < entry->caller_count && all > 0; i++)
        give(passing, passing->functions[callers[i].key],
             passing->now[from] * weight_of(passing, from, &callers[i]) / all);
    passing->now[from] = 0;
}

/* Returns whether there is more to pass on. */
static bool take_round(struct passing *passing)
{
    double *done = passing->now;
    bool any = false;

    for (size_t i = 0; i < passing->profile->entry_count; i++)
        pass_on(passing, &passing->profile->entries[i]);
    passing->now = passing->next;
    passing->next = done;
    for (uint32_t i = 0; i < passing->merged->function_count; i++) {
        done[i] = 0;
        any = any || passing->now[i] > 0;
    }
    return any;
}

static void add_times(struct passing *passing, uint32_t position)
{
    struct py_function *functions = passing->merged->functions;

    for (int i = 0; i < DEPTH_MOST && take_round(passing); i++)
        ;
    for (uint32_t i = 0; i < passing->merged->function_count; i++)
        if (passing->kept[i] > 0)
            rank_stats_add(&functions[i].with_libraries, position,
                           py_ns(passing->kept[i]));
}

bool program_times_add(struct pyprof *merged, const struct py_profile *profile,
                       const uint32_t *functions, uint32_t position)
{
    size_t count = merged->function_count + (size_t)1;
    double *seconds = calloc(3 * count, sizeof(*seconds));
    struct passing passing = { .merged = merged,
                               .profile = profile,
                               .functions = functions,
                               .now = seconds,
                               .next = seconds + count,
                               .kept = seconds + 2 * count };

    if (seconds == NULL)
        return false;
    for (size_t i = 0; i < profile->entry_count; i++)
        give(&passing, functions[profile->entries[i].key],
             py_counted(profile->entries[i].numbers.own));
    passing.now = seconds + count;
    passing.next = seconds;
    add_times(&passing, position);
    free(seconds);
    return true;
}
