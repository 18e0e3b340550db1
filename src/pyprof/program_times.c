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

#include "base/text/affix.h"
#include "model/python/python_files.h"
#include "pyprof/merged.h"

#define DEPTH_MOST 64 /* of calls within libraries: deeper is left out */

struct passing {
    const struct pyprof *merged;
    const struct py_profile *profile;
    const uint32_t *functions; /* by key */
    double *now, *next;        /* s to pass on, by function */
    double *kept;              /* s of functions of the program */
    double *shares;            /* by caller of the profile */
    double *waited;            /* s passed on to MPI */
};

/* Cells of a notebook were "<ipython-input-7-...>" before IPython 8. */
bool py_is_program(const char *file)
{
    if (starts_with(file, "<ipython-input-"))
        return true;
    return file[0] != '<' && strcmp(file, "~") != 0 &&
           !python_files_installed(file);
}

/* NULL: none. */
static const struct py_caller *callers_of(const struct passing *passing,
                                          const struct py_entry *entry)
{
    return entry->caller_count == 0
               ? NULL
               : &passing->profile->callers[entry->first_caller];
}

/* Each caller's share of a function's time; a function that calls itself is no
 * caller. */
static void share_out(struct passing *passing, const struct py_entry *entry)
{
    const struct py_caller *callers = callers_of(passing, entry);
    double *shares = &passing->shares[entry->first_caller], all = 0;

    for (size_t i = 0; i < entry->caller_count; i++) {
        shares[i] = passing->functions[callers[i].key] ==
                            passing->functions[entry->key]
                        ? 0
                        : py_counted(callers[i].numbers.cumulative);
        all += shares[i];
    }
    for (size_t i = 0; i < entry->caller_count && all > 0; i++)
        shares[i] /= all;
}

static void give_seconds(struct passing *passing, uint32_t to, double seconds)
{
    const struct py_function *function = &passing->merged->functions[to];

    if (function->program)
        passing->kept[to] += seconds;
    else if (merged_is_mpi(passing->merged, to))
        *passing->waited += seconds;
    else
        passing->next[to] += seconds;
}

static void pass_on(struct passing *passing, const struct py_entry *entry)
{
    uint32_t from = passing->functions[entry->key];
    const struct py_caller *callers = callers_of(passing, entry);
    const double *shares = &passing->shares[entry->first_caller];
    double seconds = passing->now[from];

    passing->now[from] = 0;
    for (size_t i = 0; i < entry->caller_count && seconds > 0; i++)
        if (shares[i] > 0)
            give_seconds(passing, passing->functions[callers[i].key],
                         seconds * shares[i]);
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

static void take_times(struct passing *passing, uint64_t *work_ns)
{
    for (int i = 0; i < DEPTH_MOST && take_round(passing); i++)
        ;
    for (uint32_t i = 0; i < passing->merged->function_count; i++)
        work_ns[i] = py_ns(passing->kept[i]);
}

static bool has_program(const struct pyprof *merged,
                        const struct py_profile *profile,
                        const uint32_t *functions)
{
    for (size_t i = 0; i < profile->key_count; i++)
        if (merged->functions[functions[i]].program)
            return true;
    return false;
}

bool program_times_make(const struct pyprof *merged,
                        const struct py_profile *profile,
                        const uint32_t *functions, const uint64_t *hidden_ns,
                        uint64_t *work_ns, double *waited_s)
{
    size_t count = merged->function_count + (size_t)1;
    double *seconds;
    struct passing passing = { .merged = merged,
                               .profile = profile,
                               .functions = functions,
                               .waited = waited_s };

    if (!has_program(merged, profile, functions))
        return true;
    seconds = calloc(3 * count + profile->caller_count, sizeof(*seconds));
    if (seconds == NULL)
        return false;
    passing.now = seconds;
    passing.next = seconds + count;
    passing.kept = seconds + 2 * count;
    passing.shares = seconds + 3 * count;
    for (size_t i = 0; i < profile->entry_count; i++)
        share_out(&passing, &profile->entries[i]);
    for (size_t i = 0; i < profile->entry_count; i++)
        give_seconds(&passing, functions[profile->entries[i].key],
                     py_counted(profile->entries[i].numbers.own));
    for (uint32_t i = 0; i < merged->function_count; i++)
        if (hidden_ns[i] > 0)
            give_seconds(&passing, i, -(double)hidden_ns[i] / 1e9);
    passing.now = seconds + count;
    passing.next = seconds;
    *waited_s = 0; /* not what MPI takes itself */
    take_times(&passing, work_ns);
    free(seconds);
    return true;
}
