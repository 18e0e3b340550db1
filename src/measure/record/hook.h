/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hook.h - the interface between a wrapper and the measurement of one MPI
 * call.
 *
 * Two shared objects meet here. libmpiprof.so holds the wrappers and this
 * state; it depends only on libc, so it can be preloaded anywhere.
 * libmpiprof-core.so holds the measurement and is linked to MPI, OTF2, PAPI
 * ...; it is loaded at the first use of MPI and returns its hook_ops.
 *
 * A wrapper does this and no more:
 *
 *     struct hook_call call;
 *     if (!hook_enter(&call, CALL_MPI_Send))
 *         return NEXT(MPI_Send)(...);
 *     hook_sends(&call, dest, tag); hook_works_on(&call, comm);
 *     hook_begin(&call);
 *     call.result = NEXT(MPI_Send)(...);
 *     hook_end(&call);
 *     hook_state.ops->send(&call, count, datatype, dest, tag, comm);
 *     hook_leave(&call);
 *     return call.result;
 *
 * All decoding comes after the call, outside the measured time.  Only data
 * that the call destroys (request arrays, a handle being freed) is copied
 * before it, and a few words on the ranks it may wait for
 * (live/persist_call.h).
 *
 * Units: begin/end in ticks of measure/clock.  Handles are C handles; Fortran
 * wrappers convert first.  Threads: any; a hook_call lives on the stack of its
 * thread.  Memory: thread-local state; the rest is the core's.  hook_end saves errno,
 * hook_leave restores it.  Errors: none; hooks never fail towards the program.
 */
#ifndef MEASURE_RECORD_HOOK_H
#define MEASURE_RECORD_HOOK_H

#include <errno.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "measure/clock/clock.h"
#include "live/persist_call.h"

struct sampler;
struct sigaction;

enum hook_mode {
    HOOK_ASLEEP, /* MPI not yet in use: the first call starts the core */
    HOOK_OFF,    /* MPIPROF_ENABLE=off, finished, forked child, wrong MPI */
    HOOK_ON
};

/* Interfaces used by the program, one bit each, for `mpiprof-report info'. */
enum hook_interface { HOOK_C = 1, HOOK_FORTRAN = 2, HOOK_F08 = 4 };

/* The place that a call comes from: its return address, and the stack pointer
 * there. */
struct hook_caller {
    void *address;
    uintptr_t frame;
};

/* A place that was found to be inside a call, at any depth of the stack. */
struct hook_nested {
    const void *address; /* that it comes from; NULL: empty */
    uintptr_t below;     /* its distance from hook_thread.inside */
};

#define HOOK_NESTED 256
#define HOOK_NESTED_TRIES 8 /* entries that a place may have */

struct hook_thread {
    uintptr_t inside; /* stack pointer of who called MPI or mpiprof: pass
                       * straight through; 0: in the program */
    uint64_t seen;    /* ticks; when a jump or an exception last left something
                    * while it was inside */
    void *data;       /* the core's struct thread, created at the first call */
    struct persist_call *now; /* part of data; NULL or own: none */
    struct persist_call own;
    uint64_t joined;         /* ticks blocked in pthread_join(), so far */
    uint64_t joins_since;    /* start of the current pthread_join(); 0: none */
    struct sampler *sampler; /* the core's; NULL: not sampled */
    bool ends;      /* no more samplers: nobody would see the thread's end */
    bool unsampled; /* sampling was tried and failed; already counted */
    bool anywhere;  /* may be cancelled anywhere; not noted if the program
                     * sets that by a call that bypasses us */
    bool nobody;    /* this is hook_nobody */
    struct hook_nested
        *nested; /* part of data: HOOK_NESTED of them, or NULL */
};

struct hook_call {
    uint32_t id;        /* row of call_table */
    uint32_t interface; /* one of enum hook_interface */
    int result;         /* error code of MPI */
    int saved_errno;
    uint64_t begin, end; /* ticks, as close to the real call as
                          * possible */
    void *caller;        /* return address of the wrapper */
    struct hook_thread *thread;
    uint64_t counters[8]; /* readings at start, if counters are on */
};

/* Arguments of a collective.  Unused fields are zero / NULL / the null handle.
 * Bcast gives its count and type as both send_ and recv_; reductions give
 * send_count (Reduce_scatter: recv_counts, ..._block: recv_count).  Counts are
 * given once as a number or as an array; large means that arrays are
 * MPI_Count[] (an _c procedure), otherwise int[]. */
struct hook_collective {
    MPI_Comm comm;
    int root;      /* -1 without a root */
    bool in_place; /* the buffer that may be MPI_IN_PLACE is */
    bool large;
    int64_t send_count, recv_count;
    const void *send_counts, *recv_counts;
    MPI_Datatype send_type, recv_type; /* reductions: send_type = the type */
    const MPI_Datatype *send_types, *recv_types; /* Alltoallw */
    MPI_Request *request; /* I... and ..._init: valid after the call */
    bool persistent;      /* ..._init: bytes count at each Start */
};

struct hook_sendrecv {
    MPI_Comm comm;
    int64_t send_count, recv_count;
    MPI_Datatype send_type, recv_type;
    int dest, send_tag, source, recv_tag;
    const MPI_Status *status; /* never NULL or MPI_STATUS_IGNORE */
    MPI_Request *request;     /* Isendrecv(_replace), else NULL */
};

/* Outcome of one Wait or Test call. requests: copies made before the call.
 * The i-th completed one, 0 <= i < done, is requests[indices[i]] (or
 * requests[i] if indices is NULL) with statuses[i]. */
struct hook_completion {
    int count;
    const MPI_Request *requests;
    int done;
    const int *indices;
    const MPI_Status *statuses;
    bool partial; /* statuses carry MPI_ERROR (result MPI_ERR_IN_STATUS) */
};

enum hook_created { HOOK_COMM_INTRA, HOOK_COMM_INTER };

/* A one-sided transfer.  Unused fields are zero; out_ describes the origin,
 * in_ the result.  Fetch_and_op and Compare_and_swap: count 1. */
struct hook_rma {
    MPI_Win win;
    int target;
    MPI_Op op; /* MPI_NO_OP: the origin is not used */
    int64_t out_count, in_count;
    MPI_Datatype out_type, in_type;
    MPI_Request *request; /* R...: valid after the call */
};

/* Synchronisation of a window, by MPI_Win_ and this name. */
enum hook_sync_kind {
    HOOK_SYNC_FENCE,
    HOOK_SYNC_POST,
    HOOK_SYNC_START,
    HOOK_SYNC_COMPLETE,
    HOOK_SYNC_WAIT,
    HOOK_SYNC_TEST,
    HOOK_SYNC_LOCK,
    HOOK_SYNC_LOCK_ALL,
    HOOK_SYNC_UNLOCK,
    HOOK_SYNC_UNLOCK_ALL,
    HOOK_SYNC_FLUSH,
    HOOK_SYNC_FLUSH_ALL,
    HOOK_SYNC_FLUSH_LOCAL,
    HOOK_SYNC_FLUSH_LOCAL_ALL
};

/* Unused fields are zero. */
struct hook_sync {
    enum hook_sync_kind kind;
    MPI_Win win;
    int target;      /* lock, unlock and flush of a single rank */
    int lock_type;   /* lock: MPI_LOCK_EXCLUSIVE or MPI_LOCK_SHARED */
    MPI_Group group; /* post, start */
    bool done;       /* false: MPI_Win_test found the epoch unfinished */
};

/* A transfer to or from a file.  With a status: blocking, or the end of a
 * split collective one (then without count and type); with a request: its
 * start; with neither: the start of a split collective one. */
struct hook_io {
    MPI_File file;
    bool writes;
    int64_t count;
    MPI_Datatype type;
    const MPI_Status *status; /* never MPI_STATUS_IGNORE */
    MPI_Request *request;
};

/* Detectable ends other than MPI_Finalize. */
enum hook_unfinished { HOOK_EXIT, HOOK_ABORT, HOOK_SIGNAL };

/* Sources of regions besides MPIPROF_BEGIN: hooks in programs for other tools
 * or inserted by their compiler.  Such a range ends by source and id.
 * Crossing ranges need not nest, and may end on another thread. */
enum hook_source {
    HOOK_MARK, /* not a range: MPIPROF_BEGIN */
    HOOK_KOKKOS_REGION,
    HOOK_KOKKOS_KERNEL,
    HOOK_KOKKOS_SECTION, /* crossing */
    HOOK_NVTX_PUSHED,
    HOOK_NVTX_STARTED, /* crossing */
    HOOK_OPENMP_PARALLEL,
    HOOK_OPENMP,  /* work and waits */
    HOOK_FUNCTION /* id: its address; from -finstrument-functions */
};

struct hook_range {
    enum hook_source source;
    uint64_t id;     /* 0 if the source always means the innermost range */
    uintptr_t frame; /* of a function: stack pointer at its hook */
};

struct hook_ops {
    /* Reads counters into call->counters; NULL without counters. */
    void (*before)(struct hook_call *call);
    /* Called before a thread's first call, whose begin is set, so that even a
     * call that never returns is known; NULL: not needed. */
    void (*first)(struct hook_call *call);
    /* A thread that is inside a call makes another one, enters a region or a
     * function, or ends.  True: the program had left the call without returning
     * (longjmp, an exception, another context); it is recorded now, and the
     * thread is in the program again.  NULL: unknown. */
    bool (*left)(struct hook_thread *thread, struct hook_caller from);

    /* Calls for which only time is recorded. */
    void (*plain)(struct hook_call *call);

    /* Send Bsend Ssend Rsend */
    void (*send)(struct hook_call *call, int64_t count, MPI_Datatype type,
                 int dest, int tag, MPI_Comm comm);
    /* Isend Ibsend Issend Irsend; *_init with persistent = true
     * (Psend_init: count = partitions x count) */
    void (*isend)(struct hook_call *call, int64_t count, MPI_Datatype type,
                  int dest, int tag, MPI_Comm comm, MPI_Request request,
                  bool persistent);
    /* Recv; status is never NULL or MPI_STATUS_IGNORE */
    void (*recv)(struct hook_call *call, MPI_Datatype type, int source,
                 MPI_Comm comm, const MPI_Status *status);
    /* Irecv, Recv_init, Precv_init */
    void (*irecv)(struct hook_call *call, int64_t count, MPI_Datatype type,
                  int source, int tag, MPI_Comm comm, MPI_Request request,
                  bool persistent);
    /* Sendrecv, Sendrecv_replace, Isendrecv, Isendrecv_replace */
    void (*sendrecv)(struct hook_call *call, const struct hook_sendrecv *args);
    /* Mprobe, and successful Improbe: remembers the communicator */
    void (*mprobe)(struct hook_call *call, MPI_Comm comm, MPI_Message message);
    /* message: copied before the call.  Imrecv: status NULL, request set */
    void (*mrecv)(struct hook_call *call, MPI_Message message,
                  MPI_Datatype type, const MPI_Status *status,
                  const MPI_Request *request);

    void (*start)(struct hook_call *call, int count,
                  const MPI_Request *requests); /* Start, Startall */
    void (*complete)(struct hook_call *call,
                     const struct hook_completion *outcome);
    /* Request_free; request: copied before the call */
    void (*request_free)(struct hook_call *call, MPI_Request request);
    void (*cancel)(struct hook_call *call, MPI_Request request);

    void (*collective)(struct hook_call *call,
                       const struct hook_collective *args);

    /* Any creation of a communicator. created may be MPI_COMM_NULL; parent is
     * (MPI_Comm)0 for calls without one (Comm_join, ..._from_group).
     * Comm_idup*: request set, created final although not yet usable. */
    void (*comm_created)(struct hook_call *call, MPI_Comm parent,
                         MPI_Comm created, const MPI_Request *request);
    void (*comm_freed)(struct hook_call *call, MPI_Comm comm); /* copied */
    void (*comm_named)(struct hook_call *call, MPI_Comm comm,
                       const char *name);
    /* Called before the MPI call, for which only time is recorded: afterwards
     * the handle may already be another thread's new type. */
    void (*type_freed)(MPI_Datatype type);
    /* Before and after dlclose(). */
    void (*code_unloads)(const struct hook_thread *thread, bool by_program);
    void (*code_unloaded)(bool by_program);

    void (*rma)(struct hook_call *call, const struct hook_rma *args);
    void (*window_synced)(struct hook_call *call,
                          const struct hook_sync *args);
    /* Other calls on a window that transfer nothing, or that failed. */
    void (*on_window)(struct hook_call *call, MPI_Win win);
    void (*window_created)(struct hook_call *call, MPI_Comm comm,
                           MPI_Win created);
    void (*window_freed)(struct hook_call *call, MPI_Win win); /* copied */
    void (*window_named)(struct hook_call *call, MPI_Win win,
                         const char *name);

    void (*io)(struct hook_call *call, const struct hook_io *args);
    /* Calls on a file that transfer nothing, or that failed. */
    void (*on_file)(struct hook_call *call, MPI_File file);
    void (*file_opened)(struct hook_call *call, MPI_Comm comm,
                        const char *name, int mode, MPI_File opened);
    /* Seek, Seek_shared; offset and whence as the program gave them */
    void (*file_sought)(struct hook_call *call, MPI_File file, int64_t offset,
                        int whence);
    void (*file_closed)(struct hook_call *call, MPI_File file); /* copied */
    void (*file_deleted)(struct hook_call *call, const char *name);

    void (*pcontrol)(struct hook_call *call, int level);

    /* Runs with cancellation held, see base/cancel.h. */
    void (*region_begin)(struct hook_thread *thread, const char *name,
                         const char *file, int line);
    void (*region_end)(struct hook_thread *thread, const char *name);
    void (*range_begin)(struct hook_thread *thread, struct hook_range range,
                        const char *name);
    void (*range_end)(struct hook_thread *thread, struct hook_range range);
    /* Runs with the thread's depth > 0, so nested calls are not recorded.
     * Cancellation is held only if the thread may be cancelled anywhere.
     * frame: the stack pointer of the hook's caller. */
    void (*function_enter)(struct hook_thread *thread, void *address,
                           uintptr_t frame);
    void (*function_leave)(struct hook_thread *thread, void *address,
                           uintptr_t frame);

    /* A thread of the program begins, or existed when the run began; and ends,
     * also after the run if it has a sampler.  NULL: not needed. thread: its
     * system id; base: the end of its stack, NULL: use the calling thread's.
     * hook NULL: its location is unknown, so the thread cannot be sampled. */
    void (*thread_begins)(struct hook_thread *hook, int thread,
                          const void *base);
    void (*thread_ends)(struct hook_thread *hook);

    /* Called before the real MPI_Finalize, or before the MPI_Session_finalize
     * that ends a run of sessions: writes everything, collective over all
     * ranks.  The wrapper has set mode = HOOK_OFF. */
    void (*finalize)(struct hook_call *call);
    /* The process ends without MPI_Finalize. code: MPI_Abort's, or the signal;
     * unused for HOOK_EXIT. */
    void (*unfinished)(enum hook_unfinished how, int code);
};

struct hook_state {
    volatile int mode;  /* enum hook_mode */
    bool counter_clock; /* clock that hook_now() reads */
    bool before;        /* ops->before is set */
    bool cancels;       /* the program has cancelled threads (base/cancel.h) */
    const struct hook_ops *ops;
    const char *directory; /* of the run, absolute; valid after its end, too */
    int rank;              /* rank of this process in the run */
    const char *started_in; /* where the process was when this library was
                             * loaded; "": unknown */
};

extern struct hook_state hook_state;
extern __thread struct hook_thread hook_thread
    __attribute__((tls_model("initial-exec")));
/* Stands for the thread of a call that returns after all, although it was
 * taken as left, or in another thread: such a call is not recorded. */
extern struct hook_thread hook_nobody;

/* Start of a run.  Times are nanoseconds of CLOCK_MONOTONIC: counter_clock is
 * false until the core is loaded. */
struct hook_start {
    /* The MPI_Init* call that just returned successfully, or (for a late
     * start, and for a run of sessions) a call whose begin = end = now. */
    const struct hook_call *init;
    /* Earlier calls in sessions; only their time is known. */
    const struct hook_call *early;
    uint32_t early_count, early_lost; /* lost: calls that did not fit */
    /* A run of sessions, without MPI_COMM_WORLD. comm: of all processes; the
     * core owns it from here on. */
    bool of_sessions;
    MPI_Comm comm;
    /* Action of SIGUSR1 before MPI began; NULL: unknown. */
    const struct sigaction *usr1;
};

/* The only symbol of libmpiprof-core.so.  Fills state except the mode, which
 * the caller sets.  Collective over all ranks.  False: stay off (reason
 * already logged). */
typedef bool session_start_function(struct hook_state *state,
                                    const struct hook_start *start);
#define SESSION_START_SYMBOL "mpiprof_core_start"

/* That of the thread which runs now.  A context may go on in another thread
 * than it began in, and compilers keep the address of what belongs to one. */
#if defined(__x86_64__) && defined(__LP64__)
static inline const struct hook_thread *hook_thread_now(void)
{
    const struct hook_thread *now;

    __asm__ volatile("mov %%fs:0, %0\n\tadd hook_thread@gottpoff(%%rip), %0"
                     : "=r"(now)
                     :
                     : "cc");
    return now;
}
#else
/* Beside hook_thread: a call of another file is not made only once. */
const struct hook_thread *hook_thread_now(void);
#endif

/* Wakes the measurement if MPI is running.  In wrappers/by_hand/wake.c. */
bool hook_wake(void);

static inline uint64_t hook_now(void)
{
    return clock_now_ticks(hook_state.counter_clock);
}

static inline struct hook_nested hook_nested(const struct hook_thread *thread,
                                             struct hook_caller from)
{
    return (struct hook_nested){ from.address, thread->inside - from.frame };
}

static inline bool hook_nested_is(const struct hook_nested *a,
                                  const struct hook_nested *b)
{
    return a->address == b->address && a->below == b->below;
}

/* The entry of a place, or else the one to be used for it. */
static inline struct hook_nested *hook_nested_find(struct hook_nested *table,
                                                   struct hook_nested place)
{
    uint64_t key = hash_pair((uintptr_t)place.address, place.below);
    struct hook_nested *at = NULL;

    for (uint64_t i = 0; i < HOOK_NESTED_TRIES; i++) {
        at = &table[((key >> 40) + i) % HOOK_NESTED];
        if (at->address == NULL || hook_nested_is(at, &place))
            break;
    }
    return at;
}

/* After a jump it has to be found out anew. */
static inline bool hook_is_nested(const struct hook_thread *thread,
                                  struct hook_caller from)
{
    struct hook_nested place = hook_nested(thread, from);

    return thread->nested != NULL && thread->seen <= thread->now->begin &&
           hook_nested_is(hook_nested_find(thread->nested, place), &place);
}

/* Whether the calling thread is inside MPI or mpiprof. */
static inline bool hook_is_inside(struct hook_thread *thread,
                                  struct hook_caller from)
{
    if (__builtin_expect(thread->inside == 0, 1))
        return false;
    return hook_state.mode != HOOK_ON || hook_is_nested(thread, from) ||
           hook_state.ops->left == NULL || !hook_state.ops->left(thread, from);
}

static inline void hook_take_first(struct hook_call *call)
{
    call->thread->now = &call->thread->own;
    if (hook_state.mode != HOOK_ON || hook_state.ops->first == NULL)
        return;
    call->begin = hook_now();
    hook_state.ops->first(call);
}

/* Notes that the calling thread is in that call. */
static inline void hook_take(struct hook_call *call, uint32_t id,
                             uint32_t interface, struct hook_caller from)
{
    struct hook_thread *thread = &hook_thread;

    thread->inside = from.frame;
    call->id = id;
    call->interface = interface;
    call->caller = from.address;
    call->thread = thread;
    if (__builtin_expect(thread->now == NULL, 0))
        hook_take_first(call);
    thread->now->given = 0;
}

/* True: record this call.  False: forward and do nothing else. */
static inline bool hook_enter(struct hook_call *call, uint32_t id,
                              uint32_t interface, struct hook_caller from)
{
    struct hook_thread *thread = &hook_thread;

    if (__builtin_expect(hook_state.mode != HOOK_ON, 0) &&
        (hook_state.mode == HOOK_OFF || thread->inside != 0 || !hook_wake()))
        return false;
    if (hook_is_inside(thread, from))
        return false;
    hook_take(call, id, interface, from);
    if (hook_state.before)
        hook_state.ops->before(call);
    return true;
}

/* Arguments of the call, if it has any. */
static inline void hook_works_on(struct hook_call *call, int64_t comm)
{
    call->thread->now->comm = (uint64_t)comm;
    call->thread->now->given |= PERSIST_COMM;
}

static inline void hook_works_on_window(struct hook_call *call, int64_t win)
{
    call->thread->now->comm = (uint64_t)win;
    call->thread->now->given |= PERSIST_WINDOW;
}

static inline void hook_sends(struct hook_call *call, int dest, int tag)
{
    call->thread->now->dest = dest;
    call->thread->now->tag = tag;
    call->thread->now->given |= PERSIST_DEST;
}

static inline void hook_receives(struct hook_call *call, int source, int tag)
{
    call->thread->now->source = source;
    call->thread->now->source_tag = tag;
    call->thread->now->given |= PERSIST_SOURCE;
}

/* how: PERSIST_ANY or PERSIST_ALL; requests: NULL if they could not be
 * copied. */
static inline void hook_waits(struct hook_call *call, enum call_given how,
                              int count, const MPI_Request *requests)
{
    struct persist_call *now = call->thread->now;

    if (requests == NULL || count < 0)
        return;
    now->given |= how;
    now->request_count = (uint32_t)count;
    for (int i = 0; i < count && i < PERSIST_REQUESTS; i++)
        now->requests[i] = (uint64_t)(intptr_t)requests[i];
}

/* Call right before the real call.  The id is written last: it validates the
 * other fields. */
static inline void hook_begin(struct hook_call *call)
{
    struct persist_call *now = call->thread->now;

    now->interface = call->interface;
    now->caller = (uint64_t)(uintptr_t)call->caller;
    call->begin = hook_now();
    now->begin = call->begin;
    __atomic_store_n(&now->id, call->id + 1, __ATOMIC_RELEASE);
}

/* Call right after the real call.  Ends the call before charging it: a process
 * killed in between loses one call rather than counting one too many. */
static inline void hook_end(struct hook_call *call)
{
    call->end = hook_now();
    call->saved_errno = errno;
    if (__builtin_expect(call->thread != hook_thread_now() ||
                             call->thread->now->begin != call->begin,
                         0))
        call->thread = &hook_nobody;
    __atomic_store_n(&call->thread->now->id, 0, __ATOMIC_RELEASE);
}

static inline void hook_leave(const struct hook_call *call)
{
    call->thread->inside = 0;
    errno = call->saved_errno;
}

#endif
