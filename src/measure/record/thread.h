/*
 * thread.h - everything one thread records, and how it charges a call.
 *
 * Threads: a struct thread belongs to its thread until that ends, and then to
 * one that comes after it (retired.h). Memory: made at the first call of a
 * thread, freed by the session; its tables outlive the process
 * (live/persist.h).  What lies there may turn to zeros at any moment, so
 * pointers do not.
 */
#ifndef MEASURE_RECORD_THREAD_H
#define MEASURE_RECORD_THREAD_H

#include "measure/record/event_costs.h"
#include "measure/record/hook.h"
#include "measure/record/paths.h"
#include "measure/record/rows.h"
#include "measure/record/sample_events.h"
#include "measure/record/stacks.h"
#include "measure/track/comms.h"
#include "measure/track/datatypes.h"
#include "measure/track/files.h"
#include "measure/track/windows.h"
#include "live/persist_thread.h"
#include "model/resource_bins.h"
#include "model/timebins.h"

struct functions;
struct python_calls;
struct trace_writer;

#define REGION_CACHE 64
/* Marks and ranges that find no room, of which it is known which they are. */
#define DEEP_MARKS 128

struct region_cached {
    char *name;      /* a copy; NULL: empty */
    const char *file;
    int line;
    uint32_t parent; /* node it was opened in */
    uint32_t region, node;
    uint64_t alias;  /* see region_frame */
    unsigned how;    /* trace_region_rules() */
};

struct thread {
    struct persist_thread *kept; /* what recovery reads */
    struct trace_writer *writer; /* NULL: no trace */
    struct timebins *bins;       /* master thread only, else NULL */
    struct resource_bins *resources; /* likewise; NULL: they are not read */
    uint64_t look_at;            /* when these are read; never: UINT64_MAX */
    uint64_t useful_ticks;       /* of the master thread, up to its last call */
    struct rows rows;
    struct paths paths;
    struct sample_events samples; /* for the trace */
    struct stacks *stacks;
    struct python_calls *python; /* NULL: no frames of Python are looked at */
    struct functions *functions; /* NULL: it has entered none */
    struct peer *peers; /* indexed by world rank; pages touched as used */
    struct peer *targets; /* the same of one-sided calls, behind peers */
    bool *peers_used;     /* of both: whether their place is secured */
    uint32_t peer_room;
    MPI_Comm comm_handle; /* the last one that was looked up */
    uint32_t comm_generation;
    struct comm_info *comm_info;
    MPI_Win win_handle; /* the same of windows and files */
    uint32_t win_generation;
    struct window *window;
    MPI_File file_handle;
    uint32_t file_generation;
    struct file *file;
    struct datatypes datatypes;
    struct region_cached region_cache[REGION_CACHE];
    uint64_t deep_marks[DEEP_MARKS]; /* of regions.too_deep: key_of_... */
    uint64_t counters[PROFILE_COUNTERS]; /* at the end of the last call */
    uint32_t calls;        /* charged so far; wraps around */
    uint64_t cost_ticks, cost_samples; /* our own work per call, sampled */
    uint64_t cost_before;     /* of the sample taken next: before its call */
    struct event_costs costs; /* and other work */
    struct hook_thread *hook; /* of the thread whose it is, see retired.h */
    bool counting;
    bool resumed; /* since the last reading of counters, by MPI_Pcontrol */
    bool resumed_use; /* since the last reading of resources */
    bool off_traced; /* its MPI_Pcontrol(0) is the last one in the trace */
    struct thread *next;
};

/* The calling thread's, made if need be; NULL: no memory, or a child of fork():
 * record nothing. */
struct thread *thread_of(struct hook_call *call);
struct thread *thread_create(uint64_t now);
/* The measured run begins here: what came before does not count. */
void thread_begin(struct thread *thread, uint64_t now);
/* It ends here: the last stretch of useful time, open regions. */
void thread_finish(struct thread *thread, uint64_t now);
void thread_destroy(struct thread *thread);

/* It is that of a thread of the program, which the calling one is; and, when
 * that one ends or the session does, no more.  Detaching writes into memory of
 * the thread: only of one that is watched, see retired.h, is it known that it
 * has not ended. */
void thread_attach(struct thread *thread, struct hook_thread *hook);
void thread_detach(struct thread *thread);

/* The communicator, from the thread's one-entry memory or the table. */
static inline struct comm_info *thread_comm(struct thread *thread,
                                            MPI_Comm comm)
{
    uint32_t generation =
        __atomic_load_n(&comms_generation, __ATOMIC_ACQUIRE);

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
    uint32_t generation =
        __atomic_load_n(&files_generation, __ATOMIC_ACQUIRE);

    if (thread->file_handle == handle && thread->file_generation == generation)
        return thread->file;
    thread->file_generation = generation;
    thread->file = files_find(handle);
    thread->file_handle = handle;
    return thread->file;
}

#endif
