/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/session/session_snapshot.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "live/persist.h"
#include "base/log.h"
#include "base/own_use.h"
#include "measure/record/record_hooks.h"
#include "measure/session/session_state.h"
#include "live/persist_file.h"

#define STACK_BYTES 262144

static struct {
    char folder[OUTPUT_PATH_BYTES + 16]; /* "": no snapshots */
    /* The sentence if one fails, up to the reason. */
    char failure[OUTPUT_PATH_BYTES + 64];
    struct persist_copies copies;
    bool told, made, own_signal;
    struct sigaction before; /* of SIGUSR1 */
    bool of_program;         /* so is that: MPI calls it, or may */
    pthread_t thread;        /* that asks every so often */
    bool has_thread, ending;
    pthread_mutex_t lock; /* of ending */
    pthread_cond_t end;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

static uint64_t ticks_now(void)
{
    return record_now();
}

/* Every call that begins or ends changes one of these. */
static uint64_t sum_of_moves(void)
{
    uint64_t sum = 0;

    for (const struct thread *at = recorder.threads; at != NULL;
         at = at->next) {
        const volatile struct persist_thread *kept = at->kept;

        sum = sum * 31 + kept->last;
        sum = sum * 31 + kept->now.begin + kept->now.id;
    }
    return sum;
}

static const char *error_text(int error)
{
    switch (error) {
    case ENOSPC: return "no space left on device\n";
    case EDQUOT: return "disk quota exceeded\n";
    case EROFS: return "read-only file system\n";
    case EACCES:
    case EPERM: return "permission denied\n";
    case ENOENT: return "no such directory\n";
    case ENOTDIR: return "not a directory\n";
    case EFBIG: return "file too large (ulimit -f)\n";
    case EMFILE:
    case ENFILE: return "too many open files\n";
    default: return "input/output error\n";
    }
}

/* Also in a signal handler. */
static void tell_failure(int error)
{
    struct iovec line[] = { { state.failure, strlen(state.failure) },
                            { (char *)error_text(error),
                              strlen(error_text(error)) } };

    if (__atomic_exchange_n(&state.told, true, __ATOMIC_RELAXED) ||
        session.rank != 0 || session.settings.number[SETTING_VERBOSE] == 0)
        return;
    if (writev(STDERR_FILENO, line, 2) < 0)
        return; /* nobody listens */
}

static void snapshot_done(int error)
{
    if (error != 0)
        tell_failure(error);
    else
        state.made = true;
}

/* A child of fork() has memory of its parent; what it does is none of ours. */
static bool is_own_process(void)
{
    const struct persist_head *head = recorder.head;

    return head != NULL && head->process.number == (int32_t)getpid();
}

/* Also in a signal handler. */
static void snapshot_take(void)
{
    int saved = errno;

    if (state.folder[0] == '\0' || !is_own_process())
        return;
    mkdir(state.folder, 0777); /* or it is there; else the copy fails */
    errno = saved;
    persist_copy();
}

void snapshot_pcontrol(struct hook_call *call, int level)
{
    record_pcontrol(call, level);
    if (level == 2)
        snapshot_take();
}

static void raise_unhandled(int signal)
{
    struct sigaction none = { .sa_handler = SIG_DFL };

    sigaction(signal, &none, NULL);
    raise(signal);
}

static bool has_handler(const struct sigaction *action)
{
    return !signals_is_default(action) && action->sa_handler != SIG_IGN;
}

/* A user's request for a snapshot does not reach MPI: only its launcher, and
 * the program, whose handler MPI calls.  MPICH 4.2 on ch3 dies in its own. */
static bool signal_is_for_mpi(const siginfo_t *info)
{
    return state.of_program || info->si_pid == getppid();
}

static void signal_asks(int signal, siginfo_t *info, void *context)
{
    bool taken = state.folder[0] != '\0' && is_own_process();

    if (taken)
        snapshot_take();
    if (signals_is_default(&state.before)) {
        if (!taken)
            raise_unhandled(signal);
    } else if (!taken || signal_is_for_mpi(info)) {
        if (state.before.sa_flags & SA_SIGINFO)
            state.before.sa_sigaction(signal, info, context);
        else
            state.before.sa_handler(signal);
    }
}

/* Nothing else is handled meanwhile: a handler might not come back.  MPICH has
 * a handler, which learns about failed processes. */
static void watch_signal(signals_of_mpi_function *is_of_mpi,
                         const struct sigaction *usr1)
{
    struct sigaction action = { .sa_sigaction = signal_asks };

    state.of_program = usr1 == NULL || has_handler(usr1);
    if (sigaction(SIGUSR1, NULL, &state.before) != 0 ||
        state.before.sa_handler == SIG_IGN ||
        (!signals_is_default(&state.before) &&
         !is_of_mpi((const void *)state.before.sa_handler)))
        return;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigfillset(&action.sa_mask);
    state.own_signal = sigaction(SIGUSR1, &action, NULL) == 0;
}

static void unwatch_signal(void)
{
    struct sigaction action;

    if (state.own_signal && sigaction(SIGUSR1, NULL, &action) == 0 &&
        action.sa_flags & SA_SIGINFO && action.sa_sigaction == signal_asks)
        sigaction(SIGUSR1, &state.before, NULL);
    state.own_signal = false;
}

/* Those that were missed are not made up for. */
static void next_time(struct timespec *time)
{
    int64_t seconds = session.settings.number[SETTING_SNAPSHOT];
    struct timespec present;

    clock_gettime(CLOCK_MONOTONIC, &present);
    do
        time->tv_sec += seconds;
    while (time->tv_sec < present.tv_sec);
}

static void *ask_every(void *nothing)
{
    struct own_use use;
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    next_time(&time);
    pthread_mutex_lock(&state.lock);
    while (!state.ending) {
        if (pthread_cond_timedwait(&state.end, &state.lock, &time) !=
            ETIMEDOUT)
            continue;
        pthread_mutex_unlock(&state.lock);
        own_use_begin(&use);
        snapshot_take();
        own_use_end(&use);
        next_time(&time);
        pthread_mutex_lock(&state.lock);
    }
    pthread_mutex_unlock(&state.lock);
    return nothing;
}

static bool start_thread(void)
{
    pthread_attr_t attributes;
    pthread_condattr_t of_clock;
    sigset_t all, before;

    pthread_condattr_init(&of_clock);
    pthread_condattr_setclock(&of_clock, CLOCK_MONOTONIC);
    pthread_cond_init(&state.end, &of_clock);
    pthread_condattr_destroy(&of_clock);
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    state.ending = false;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    state.has_thread =
        pthread_create(&state.thread, &attributes, ask_every, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return state.has_thread;
}

static void end_thread(void)
{
    if (!state.has_thread || !is_own_process())
        return;
    pthread_mutex_lock(&state.lock);
    state.ending = true;
    pthread_cond_signal(&state.end);
    pthread_mutex_unlock(&state.lock);
    pthread_join(state.thread, NULL);
    pthread_cond_destroy(&state.end);
    state.has_thread = false;
}

void snapshots_begin(signals_of_mpi_function *is_of_mpi,
                     const struct sigaction *usr1)
{
    state.told = state.made = false;
    state.copies = (struct persist_copies){ .now = ticks_now,
                                            .moves = sum_of_moves,
                                            .done = snapshot_done };
    snprintf(state.failure, sizeof(state.failure),
             "mpiprof: no snapshot of this run in %s: ",
             output_shown(session.directory));
    snprintf(state.folder, sizeof(state.folder), "%s/" PERSIST_SNAPSHOTS,
             session.directory);
    snprintf(state.copies.path, sizeof(state.copies.path), "%s/%d",
             state.folder, session.rank);
    if (!persist_copies_begin(&state.copies)) {
        state.folder[0] = '\0';
        return;
    }
    watch_signal(is_of_mpi, usr1);
    if (session.settings.number[SETTING_SNAPSHOT] > 0 && !start_thread())
        session.counted[REMARK_NO_SNAPSHOTS] = 1;
}

void snapshots_end(void)
{
    if (state.folder[0] == '\0')
        return;
    end_thread();
    unwatch_signal();
    persist_copies_end();
}

void snapshots_remove(void)
{
    if (state.made)
        unlink(state.copies.path);
    if (state.folder[0] != '\0')
        rmdir(state.folder);
    state.folder[0] = '\0';
}
