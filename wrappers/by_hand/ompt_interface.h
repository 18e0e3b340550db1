/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ompt_interface.h - the interface between OMPT, of OpenMP 5, and a
 * first-party tool.
 *
 * The runtime looks up ompt_start_tool, calls the function it returns, and
 * then the registered callbacks.  Names are ours; numbers and layouts are the
 * specification's, so that no runtime's header is needed to build.
 */
#ifndef WRAPPERS_BY_HAND_OMPT_INTERFACE_H
#define WRAPPERS_BY_HAND_OMPT_INTERFACE_H

#include <stdint.h>

union ompt_data {
    uint64_t value;
    void *pointer;
};

typedef void ompt_function(void);
typedef ompt_function *ompt_lookup_function(const char *name);
typedef int ompt_set_function(int event, ompt_function *callback);

struct ompt_tool {
    int (*initialize)(ompt_lookup_function *lookup, int device,
                      union ompt_data *data); /* 0: the tool is not used */
    void (*finalize)(union ompt_data *data);
    union ompt_data data;
};

enum ompt_event {
    OMPT_PARALLEL_BEGIN = 3,
    OMPT_PARALLEL_END = 4,
    OMPT_SYNC_WAIT = 16,
    OMPT_WORK = 20
};

enum ompt_endpoint { OMPT_BEGIN = 1, OMPT_END = 2 };

enum ompt_sync {
    OMPT_BARRIER = 1,
    OMPT_BARRIER_IMPLICIT,
    OMPT_BARRIER_EXPLICIT,
    OMPT_BARRIER_OF_RUNTIME,
    OMPT_TASKWAIT,
    OMPT_TASKGROUP,
    OMPT_REDUCTION,
    OMPT_BARRIER_WORKSHARE, /* implicit, as are the following */
    OMPT_BARRIER_PARALLEL,
    OMPT_BARRIER_TEAMS,
    OMPT_SYNCS
};

enum ompt_work {
    OMPT_LOOP = 1,
    OMPT_SECTIONS,
    OMPT_SINGLE,
    OMPT_SINGLE_OTHER, /* in threads that do not execute the block */
    OMPT_WORKSHARE,
    OMPT_DISTRIBUTE,
    OMPT_TASKLOOP,
    OMPT_SCOPE,
    OMPT_LOOP_STATIC = 10, /* replace OMPT_LOOP since 5.2 */
    OMPT_LOOP_DYNAMIC,
    OMPT_LOOP_GUIDED,
    OMPT_LOOP_OTHER,
    OMPT_WORKS
};

#endif
