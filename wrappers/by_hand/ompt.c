/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ompt.c - parallel regions, work-sharing and waits of OpenMP, from a runtime
 * with OMPT.
 *
 * A parallel region is a region of the thread that encounters it; work and
 * waits belong to each thread.  A process has one tool, the first that
 * accepts: a later tool is offered the role if we are switched off.
 */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "ompt_interface.h"
#include "ranges.h"
#include "start.h"

EXPORTED struct ompt_tool *ompt_start_tool(unsigned version,
                                           const char *runtime);

/* Ids of what has no number: of a kind there is one innermost at a time. */
enum { WORK_ID = 0x100, SYNC_ID = 0x200 };

static const char *const works[OMPT_WORKS] = {
    [OMPT_LOOP] = "omp loop",
    [OMPT_SECTIONS] = "omp sections",
    [OMPT_SINGLE] = "omp single",
    [OMPT_WORKSHARE] = "omp workshare",
    [OMPT_DISTRIBUTE] = "omp distribute",
    [OMPT_TASKLOOP] = "omp taskloop",
    [OMPT_SCOPE] = "omp scope",
    [OMPT_LOOP_STATIC] = "omp loop",
    [OMPT_LOOP_DYNAMIC] = "omp loop",
    [OMPT_LOOP_GUIDED] = "omp loop",
    [OMPT_LOOP_OTHER] = "omp loop",
};

static const char *const syncs[OMPT_SYNCS] = {
    [OMPT_BARRIER] = "omp barrier",
    [OMPT_BARRIER_IMPLICIT] = "omp implicit barrier",
    [OMPT_BARRIER_EXPLICIT] = "omp barrier",
    [OMPT_TASKWAIT] = "omp taskwait",
    [OMPT_TASKGROUP] = "omp taskgroup",
    [OMPT_BARRIER_WORKSHARE] = "omp implicit barrier",
    [OMPT_BARRIER_PARALLEL] = "omp implicit barrier",
    [OMPT_BARRIER_TEAMS] = "omp implicit barrier",
};

static void parallel_begin(union ompt_data *task, const void *frame,
                           union ompt_data *parallel, unsigned threads,
                           int flags, const void *caller)
{
    (void)task;
    (void)frame;
    (void)threads;
    (void)flags;
    (void)caller;
    parallel->value = ranges_new_id();
    ranges_begin(HOOK_OPENMP_PARALLEL, parallel->value, "omp parallel");
}

static void parallel_end(union ompt_data *parallel, union ompt_data *task,
                         int flags, const void *caller)
{
    (void)task;
    (void)flags;
    (void)caller;
    ranges_end(HOOK_OPENMP_PARALLEL, parallel->value);
}

static void note_endpoint(int endpoint, uint64_t id, const char *name)
{
    if (name == NULL)
        return;
    if (endpoint == OMPT_BEGIN)
        ranges_begin(HOOK_OPENMP, id, name);
    else if (endpoint == OMPT_END)
        ranges_end(HOOK_OPENMP, id);
}

static void work_callback(int type, int endpoint, union ompt_data *parallel,
                          union ompt_data *task, uint64_t count,
                          const void *caller)
{
    (void)parallel;
    (void)task;
    (void)count;
    (void)caller;
    if (type > 0 && type < OMPT_WORKS)
        note_endpoint(endpoint, WORK_ID + (uint64_t)type, works[type]);
}

static void sync_wait(int kind, int endpoint, union ompt_data *parallel,
                      union ompt_data *task, const void *caller)
{
    (void)parallel;
    (void)task;
    (void)caller;
    if (kind > 0 && kind < OMPT_SYNCS)
        note_endpoint(endpoint, SYNC_ID + (uint64_t)kind, syncs[kind]);
}

static int initialize_tool(ompt_lookup_function *lookup, int device,
                           union ompt_data *data)
{
    ompt_set_function *set =
        (ompt_set_function *)(void *)lookup("ompt_set_callback");

    (void)device;
    (void)data;
    if (set == NULL)
        return 0;
    set(OMPT_PARALLEL_BEGIN, (ompt_function *)(void *)parallel_begin);
    set(OMPT_PARALLEL_END, (ompt_function *)(void *)parallel_end);
    set(OMPT_WORK, (ompt_function *)(void *)work_callback);
    set(OMPT_SYNC_WAIT, (ompt_function *)(void *)sync_wait);
    return 1;
}

static void finalize_tool(union ompt_data *data)
{
    (void)data;
}

struct ompt_tool *ompt_start_tool(unsigned version, const char *runtime)
{
    static struct ompt_tool tool = { initialize_tool, finalize_tool, { 0 } };
    struct ompt_tool *(*next)(unsigned, const char *);

    if (start_is_wanted())
        return &tool;
    next = (__typeof__(next))dlsym(RTLD_NEXT, "ompt_start_tool");
    return next != NULL ? next(version, runtime) : NULL;
}
