/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/crash/signals.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static const int watched[] = { SIGTERM, SIGINT,  SIGHUP, SIGQUIT, SIGSEGV,
                               SIGBUS,  SIGFPE,  SIGILL, SIGABRT, SIGXCPU,
                               SIGALRM, SIGPIPE, SIGSYS };
#define WATCHED (sizeof watched / sizeof *watched)

static struct {
    struct sigaction before[WATCHED];
    bool ours[WATCHED];
    bool programs[WATCHED]; /* `before' is: its end is not ours to note */
    signals_note_function *volatile note; /* NULL: not watching */
    signals_mend_function *mend;
} state;

/* A program that handles it uses it for something, and goes on. */
static bool signal_is_ordinary(int signal)
{
    return signal == SIGALRM || signal == SIGPIPE;
}

static size_t index_of(int signal)
{
    size_t i = 0;

    while (i < WATCHED - 1 && watched[i] != signal)
        i++;
    return i;
}

/* The kernel takes the default action: at once where the instruction that
 * failed is tried again, else when the handler returns. */
static void take_default(int signal, siginfo_t *info,
                         const struct sigaction *before)
{
    struct sigaction now;

    /* A program that has put ours back by signal() has it called without
     * info. */
    if (sigaction(signal, before, &now) != 0 || !(now.sa_flags & SA_SIGINFO)) {
        raise(signal);
        return;
    }
    if (info->si_code > 0 && (signal == SIGSEGV || signal == SIGBUS ||
                              signal == SIGFPE || signal == SIGILL))
        return;
    if (syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), signal,
                info) != 0)
        raise(signal);
}

bool signals_is_default(const struct sigaction *action)
{
    return !(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_DFL;
}

/* Otherwise it has made way for the default action, which comes next. */
static bool action_is_ours(int signal);

static void call_before(int signal, siginfo_t *info, void *context,
                        const struct sigaction *before)
{
    struct sigaction none = { .sa_handler = SIG_DFL };

    if (before->sa_flags & SA_RESETHAND)
        sigaction(signal, &none, NULL);
    if (before->sa_flags & SA_SIGINFO)
        before->sa_sigaction(signal, info, context);
    else
        before->sa_handler(signal);
}

/* A program that has put ours back by signal() has it called without info. */
static bool fault_is_mended(int signal, const siginfo_t *info)
{
    return signal == SIGBUS && state.note != NULL && action_is_ours(signal) &&
           (info->si_code == BUS_ADRERR || info->si_code == BUS_OBJERR) &&
           state.mend(info->si_addr);
}

static void take_action(int signal, siginfo_t *info, void *context)
{
    size_t i = index_of(signal);
    const struct sigaction *before = &state.before[i];
    signals_note_function *note = state.programs[i] ? NULL : state.note;

    if (note != NULL)
        note(signal, true);
    if (signals_is_default(before)) {
        take_default(signal, info, before);
    } else {
        call_before(signal, info, context, before);
        if (note != NULL && action_is_ours(signal))
            note(signal, false);
    }
}

static void signal_arrives(int signal, siginfo_t *info, void *context)
{
    int saved = errno;

    if (!fault_is_mended(signal, info))
        take_action(signal, info, context);
    errno = saved;
}

static bool action_is_ours(int signal)
{
    struct sigaction now;

    return sigaction(signal, NULL, &now) == 0 && now.sa_flags & SA_SIGINFO &&
           now.sa_sigaction == signal_arrives;
}

static void watch_signal(size_t i, signals_of_mpi_function *is_of_mpi)
{
    struct sigaction action = { .sa_sigaction = signal_arrives };
    struct sigaction *before = &state.before[i];

    if (sigaction(watched[i], NULL, before) != 0 ||
        before->sa_handler == SIG_IGN)
        return;
    state.programs[i] = !signals_is_default(before) &&
                        (signal_is_ordinary(watched[i]) ||
                         !is_of_mpi((const void *)before->sa_handler));
    if (state.programs[i] && watched[i] != SIGBUS)
        return;
    action.sa_mask = before->sa_mask;
    action.sa_flags = (before->sa_flags & ~SA_RESETHAND) | SA_SIGINFO;
    if (signals_is_default(before))
        action.sa_flags |= SA_ONSTACK;
    state.ours[i] = sigaction(watched[i], &action, NULL) == 0;
}

void signals_watch(signals_of_mpi_function *is_of_mpi,
                   signals_note_function *note, signals_mend_function *mend)
{
    state.mend = mend;
    state.note = note;
    for (size_t i = 0; i < WATCHED; i++)
        watch_signal(i, is_of_mpi);
}

/* One that was replaced since stays; it may know ours. */
void signals_unwatch(void)
{
    state.note = NULL;
    for (size_t i = 0; i < WATCHED; i++) {
        if (state.ours[i] && action_is_ours(watched[i]))
            sigaction(watched[i], &state.before[i], NULL);
        state.ours[i] = false;
    }
}
