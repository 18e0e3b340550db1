/* SPDX-License-Identifier: BSD-3-Clause */
#include "sessions.h"

#include <pthread.h>
#include <stdio.h>

#include "base/flavours.h"
#include "early.h"
#include "handles.h"
#include "start.h"
#include "threads.h"
#include "wrap.h"

/* ---- a session of our own, beside the program's ---- */

/* Keeps mpiprof independent of when a program with sessions ends each of them.
 * Fails in an MPI without sessions. */

#if MPI_VERSION >= 4

static struct {
    MPI_Session session;
    MPI_Group group;
    bool open;
} own;

static bool open_group(int *processes)
{
    int (*from_pset)(MPI_Session, const char *, MPI_Group *) =
        next_function(NEXT_PMPI_Group_from_session_pset);
    int (*group_size)(MPI_Group, int *) = next_function(NEXT_PMPI_Group_size);

    return from_pset(own.session, "mpi://WORLD", &own.group) == MPI_SUCCESS &&
           group_size(own.group, processes) == MPI_SUCCESS;
}

/* processes: size of mpi://WORLD.  Local. */
static bool own_session_open(int *processes)
{
    int (*init)(MPI_Info, MPI_Errhandler, MPI_Session *) =
        next_function(NEXT_PMPI_Session_init);

    own.open = init(info_null(), errors_return(), &own.session) == MPI_SUCCESS;
    return own.open && open_group(processes);
}

/* Creates a communicator of mpi://WORLD; collective over all its processes. */
static bool own_session_comm(MPI_Comm *comm)
{
    int (*create)(MPI_Group, const char *, MPI_Info, MPI_Errhandler,
                  MPI_Comm *) =
        next_function(NEXT_PMPI_Comm_create_from_group);

    return create(own.group, "mpiprof", info_null(), errors_return(), comm) ==
           MPI_SUCCESS;
}

static void close_group(void)
{
    int (*group_free)(MPI_Group *) = next_function(NEXT_PMPI_Group_free);
    int (*finalize)(MPI_Session *) = next_function(NEXT_PMPI_Session_finalize);

    group_free(&own.group);
    finalize(&own.session);
}

/* In another MPI's process there is nothing to call. */
static void own_session_close(void)
{
    if (own.open)
        close_group();
    own.open = false;
}

#else

static bool own_session_open(int *processes)
{
    (void)processes;
    return false;
}

static bool own_session_comm(MPI_Comm *comm)
{
    (void)comm;
    return false;
}

static void own_session_close(void)
{
}

#endif

/* ---- the program's sessions ---- */

static struct {
    pthread_mutex_t lock;
    volatile bool the_run, ended;
    int open; /* sessions of the program */
    int processes;
} sessions = { .lock = PTHREAD_MUTEX_INITIALIZER };

bool sessions_are_the_run(void)
{
    return sessions.the_run;
}

void sessions_one_more(void)
{
    __atomic_add_fetch(&sessions.open, 1, __ATOMIC_ACQ_REL);
}

bool sessions_one_less(void)
{
    return __atomic_sub_fetch(&sessions.open, 1, __ATOMIC_ACQ_REL) == 0;
}

static void tell_once(const char *what)
{
    if (flavours_first_rank() && start_is_wanted())
        fprintf(stderr, "mpiprof: %s\n", what);
}

/* Awake no longer, whatever comes next. */
static void leave_early(void)
{
    early_set(false);
    __atomic_store_n(&hook_state.mode, HOOK_OFF, __ATOMIC_RELEASE);
}

static void start_run(void)
{
    struct hook_call now = { .interface = HOOK_C,
                             .thread = &hook_thread,
                             .id = CALL_MPI_Init };
    struct hook_start start = { .init = &now,
                                .of_sessions = true,
                                .usr1 = start_usr1() };

    if (!own_session_comm(&start.comm)) {
        tell_once(
            "no communicator of all processes for mpiprof: not measuring");
        leave_early();
    } else {
        now.begin = now.end = hook_now();
        early_tell(&start);
        early_set(false);
        sessions.the_run = start_with(&start);
        if (sessions.the_run)
            threads_tell_all();
    }
    early_clear();
    if (!sessions.the_run)
        own_session_close();
}

/* A thread that meets another one here does not wait: see start_take(). */
static void try_to_start(void)
{
    if (pthread_mutex_trylock(&sessions.lock) != 0)
        return;
    if (early_is_on() && start_take()) {
        start_run();
        start_give();
    }
    pthread_mutex_unlock(&sessions.lock);
}

static void comm_look_at(MPI_Comm created)
{
    int (*test_inter)(MPI_Comm, int *) =
        next_function(NEXT_PMPI_Comm_test_inter);
    int (*comm_size)(MPI_Comm, int *) = next_function(NEXT_PMPI_Comm_size);
    int inter = 0, size = 0;

    if (created == comm_null())
        return;
    test_inter(created, &inter);
    comm_size(created, &size);
    if (!inter && size == sessions.processes)
        try_to_start();
}

/* One that is complete, and may be of all processes. */
static void comm_created(struct hook_call *call, MPI_Comm parent,
                         MPI_Comm created, const MPI_Request *request)
{
    (void)parent;
    early_ops.plain(call);
    if (request == NULL)
        comm_look_at(created);
}

static void run_unfinished(enum hook_unfinished how, int code)
{
    (void)code;
    if (flavours_first_rank() && start_is_wanted())
        fprintf(stderr,
                "mpiprof: %s before there was a communicator of all "
                "processes: nothing was measured\n",
                how == HOOK_ABORT ? "MPI_Abort was called"
                                  : "the program ended");
}

/* The first session of the process has been opened. */
static void wake_session(void)
{
    static struct hook_ops ops;

    pthread_mutex_lock(&sessions.lock);
    if (hook_state.mode == HOOK_ASLEEP) {
        ops = early_ops;
        ops.comm_created = comm_created;
        ops.unfinished = run_unfinished;
        early_set(start_is_our_mpi() && own_session_open(&sessions.processes));
        hook_state.ops = &ops;
        __atomic_store_n(&hook_state.mode, early_is_on() ? HOOK_ON : HOOK_OFF,
                         __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&sessions.lock);
}

void sessions_world_began(void)
{
    pthread_mutex_lock(&sessions.lock);
    early_set(false);
    early_clear();
    own_session_close();
    pthread_mutex_unlock(&sessions.lock);
}

bool session_init_enter(struct hook_call *call, uint32_t id,
                        uint32_t interface, struct hook_caller from)
{
    if (sessions.ended && hook_thread.inside == 0) {
        sessions.ended = false;
        tell_once("MPI is used again after its last session had ended: what "
                  "comes now is not measured");
    }
    if (hook_state.mode == HOOK_ASLEEP && hook_thread.inside == 0)
        hook_wake(); /* MPI_Init was not seen */
    if (hook_state.mode == HOOK_ASLEEP && hook_thread.inside == 0) {
        start_note_usr1();
        hook_take(call, id, interface, from);
    } else if (!hook_enter(call, id, interface, from)) {
        return false;
    }
    hook_begin(call);
    return true;
}

void session_init_leave(struct hook_call *call, bool outermost)
{
    if (!outermost)
        return;
    hook_end(call);
    if (call->result == MPI_SUCCESS) {
        sessions_one_more();
        wake_session();
    }
    if (hook_state.mode == HOOK_ON)
        hook_state.ops->plain(call);
    if (early_is_on() && sessions.processes == 1)
        try_to_start();
    hook_leave(call);
}

static void end_early(void)
{
    pthread_mutex_lock(&sessions.lock);
    if (early_is_on()) {
        leave_early();
        early_clear();
        own_session_close();
        tell_once("the program's sessions ended without a communicator of all "
                  "processes: nothing was measured");
    }
    pthread_mutex_unlock(&sessions.lock);
}

void sessions_end_run(struct hook_call *call)
{
    /* Threads without MPI may still open and close regions: off first. */
    __atomic_store_n(&hook_state.mode, HOOK_OFF, __ATOMIC_RELEASE);
    hook_state.ops->finalize(call);
    own_session_close();
    sessions.the_run = false;
    sessions.ended = true;
}

enum session_end session_finalize_enter(struct hook_call *call, uint32_t id,
                                        uint32_t interface,
                                        struct hook_caller from)
{
    if (hook_state.mode != HOOK_ON || !hook_enter(call, id, interface, from))
        return SESSION_PASSED;
    hook_begin(call);
    if (!sessions_one_less())
        return SESSION_ENDED;
    if (early_is_on()) {
        end_early();
        return SESSION_RUN_ENDED;
    }
    if (!sessions.the_run)
        return SESSION_ENDED;
    sessions_end_run(call);
    return SESSION_RUN_ENDED;
}

void session_finalize_leave(struct hook_call *call, enum session_end what)
{
    if (what == SESSION_PASSED)
        return;
    if (what == SESSION_RUN_ENDED) {
        call->thread->inside = 0;
        return;
    }
    hook_end(call);
    if (hook_state.mode == HOOK_ON)
        hook_state.ops->plain(call);
    hook_leave(call);
}
