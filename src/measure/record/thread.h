/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * thread.h - the data recorded by one thread.
 *
 * Threads: a struct thread belongs to its thread until that ends, and then to
 * a later thread (retired.h).  Memory: see thread_life.h; its tables are
 * persisted (live/persist.h).  Persisted memory can turn to zeros at any
 * moment, so no pointers are stored there.
 */
#ifndef MEASURE_RECORD_THREAD_H
#define MEASURE_RECORD_THREAD_H

#include "measure/record/hook.h"
#include "measure/record/paths/paths.h"
#include "measure/record/rows.h"
#include "measure/record/paths/stacks.h"
#include "measure/record/paths/thread_stack.h"
#include "measure/track/comms.h"
#include "measure/track/datatypes.h"
#include "measure/track/files.h"
#include "measure/track/windows.h"
#include "live/persist_thread.h"
#include "model/resources/resource_bins.h"
#include "model/timebins.h"

struct functions;
struct python_calls;
struct sample_event;
struct trace_writer;

/* Our own work is timed at one call, or event of functions or regions, in this
 * number; odd for events, as begins and ends alternate. */
#define CALLS_PER_COST_SAMPLE 64u
#define EVENTS_PER_COST_SAMPLE 251u

struct event_cost {
    uint32_t until;  /* events until the next timed one */
    uint64_t events; /* total up to the following one, less EVENTS_PER_... */
    uint64_t samples, ticks;
};

/* See event_costs.h. */
struct event_costs {
    struct event_cost functions, regions;
    uint64_t sample_ns; /* record_samples.c */
};

/* See sample_events.h. */
struct sample_events {
    struct sample_event *waiting;
    uint32_t count;
    uint32_t last;     /* path of the sample written last */
    uint64_t left_out; /* waiting samples left out */
};

#define REGION_CACHE 64
/* Limit on nested marks and ranges without room that are still identified. */
#define DEEP_MARKS 128

struct region_cached {
    char *name; /* a copy; NULL: empty */
    const char *file;
    int line;
    uint32_t generation; /* of loaded code, which `file' belongs to */
    uint32_t parent;     /* node in which it was opened */
    uint32_t region, node;
    uint64_t alias; /* see region_frame */
    unsigned how;   /* trace_region_rules() */
    bool waits;     /* outside MPI */
};

struct thread {
    struct persist_thread *kept; /* read by recovery */
    struct trace_writer *writer; /* NULL: no trace */
    struct timebins *bins;
    struct resource_bins *resources; /* master thread only; NULL: no
                                      * readings */
    uint64_t idle_ticks;             /* in pthread_join(), see
                                      * retired.c */
    uint64_t look_at;                /* time of the next reading; never:
                                      * UINT64_MAX */
    uint64_t useful_ticks;           /* of the master thread, up to its last
                                      * call */
    struct rows rows;
    struct paths paths;
    struct sample_events samples; /* for the trace */
    struct stacks *stacks;
    struct thread_stack stack;
    struct hook_nested nested[HOOK_NESTED];
    struct path_sites *sites;    /* pages touched as used */
    struct python_calls *python; /* NULL: Python frames are not read */
    struct functions *functions; /* NULL: no function entered yet */
    struct peer *peers;   /* indexed by world rank; pages touched as used */
    struct peer *targets; /* same for one-sided calls, behind peers */
    bool *peers_used;     /* for both: the entry's memory is secured */
    uint32_t peer_room;
    MPI_Comm comm_handle; /* the last one looked up */
    uint32_t comm_generation;
    struct comm_info *comm_info;
    MPI_Win win_handle; /* same for windows and files */
    uint32_t win_generation;
    struct window *window;
    MPI_File file_handle;
    uint32_t file_generation;
    struct file *file;
    struct datatypes datatypes;
    struct region_cached region_cache[REGION_CACHE];
    uint64_t deep_marks[DEEP_MARKS];     /* for regions.too_deep: key_of_... */
    uint64_t counters[PROFILE_COUNTERS]; /* readings at the end of the last
                                          * call */
    uint32_t calls; /* calls charged so far; wraps around */
    uint32_t
        attached_at; /* value of `calls' behind the last MPI_Comm_set_attr:
                           * a communicator that is made next belongs to the
                           * attribute, which frees it in MPI_Finalize */
    uint64_t cost_ticks, cost_samples; /* our own work per call, sampled */
    uint64_t cost_before;     /* work before the call of the next sample */
    struct event_costs costs; /* cost of other work */
    struct hook_thread *hook; /* of the current thread, see retired.h */
    bool counting;
    bool leaving;     /* what is recorded was left: its stack is gone */
    bool resumed;     /* by MPI_Pcontrol, since the last reading of counters */
    bool resumed_use; /* same, since the last reading of resources */
    bool off_traced;  /* MPI_Pcontrol(0) is its last MPI_Pcontrol in the
                       * trace */
    struct thread *next;
};

/* Returns the communicator, from the thread's one-entry cache or the table. */
static inline struct comm_info *thread_comm(struct thread *thread,
                                            MPI_Comm comm)
{
    uint32_t generation = __atomic_load_n(&comms_generation, __ATOMIC_ACQUIRE);

    if (thread->comm_handle == comm && thread->comm_generation == generation)
        return thread->comm_info;
    thread->comm_generation = generation;
    thread->comm_info = comms_find(comm);
    thread->comm_handle = comm;
    return thread->comm_info;
}

static inline struct window *thread_window(struct thread *thread, MPI_Win win)
{
    uint32_t generation =
        __atomic_load_n(&windows_generation, __ATOMIC_ACQUIRE);

    if (thread->win_handle == win && thread->win_generation == generation)
        return thread->window;
    thread->win_generation = generation;
    thread->window = windows_find(win);
    thread->win_handle = win;
    return thread->window;
}

static inline struct file *thread_file(struct thread *thread, MPI_File handle)
{
    uint32_t generation = __atomic_load_n(&files_generation, __ATOMIC_ACQUIRE);

    if (thread->file_handle == handle && thread->file_generation == generation)
        return thread->file;
    thread->file_generation = generation;
    thread->file = files_find(handle);
    thread->file_handle = handle;
    return thread->file;
}

#endif
