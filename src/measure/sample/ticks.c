/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ticks.c - a timer on the CPU time of a thread, and its signal.
 *
 * The signal is the highest real-time one below SIGRTMAX that has its default
 * action.  Recent kernels deliver it only on return to the program, so that no
 * system call is interrupted; on others calls restart, where possible.
 */
#define _GNU_SOURCE
#include "measure/sample/sampler_internal.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define TRIED_SIGNALS 8

static struct {
    int signal; /* 0: none */
    ticks_function *handler;
    struct sigaction before;
} state;

/* The clock of a thread's CPU time, as the kernel numbers them. */
static clockid_t clock_of(pid_t thread)
{
    enum { PER_THREAD = 4, ALL_ITS_TIME = 2 };

    return (clockid_t)(~(unsigned)thread << 3 | PER_THREAD | ALL_ITS_TIME);
}

/* One that was held back comes when its sampler may be another thread's. */
static bool tick_is_current(const struct sampling *sampling)
{
    return sampling != NULL &&
           __atomic_load_n(&sampling->on, __ATOMIC_ACQUIRE) &&
           sampling->thread == (pid_t)syscall(SYS_gettid);
}

static void handle_tick(int signal, siginfo_t *info, void *context)
{
    struct sampling *sampling = info->si_value.sival_ptr;
    int saved = errno;

    (void)signal;
    if (info->si_code == SI_TIMER && tick_is_current(sampling))
        state.handler(sampling, context, 1 + (uint64_t)info->si_overrun);
    errno = saved;
}

static bool signal_is_free(int signal)
{
    return sigaction(signal, NULL, &state.before) == 0 &&
           !(state.before.sa_flags & SA_SIGINFO) &&
           state.before.sa_handler == SIG_DFL;
}

bool ticks_setup(ticks_function *handler)
{
    struct sigaction action = { .sa_sigaction = handle_tick,
                                .sa_flags =
                                    SA_SIGINFO | SA_RESTART | SA_ONSTACK };

    /* Others stay open: what is sent to the process would go to another of
     * its threads meanwhile. */
    sigemptyset(&action.sa_mask);
    state.handler = handler;
    state.signal = 0;
    for (int i = 1; i <= TRIED_SIGNALS && state.signal == 0; i++)
        if (SIGRTMAX - i > SIGRTMIN && signal_is_free(SIGRTMAX - i) &&
            sigaction(SIGRTMAX - i, &action, NULL) == 0)
            state.signal = SIGRTMAX - i;
    return state.signal != 0;
}

/* A late signal must find no default action: its is to end the process. */
void ticks_teardown(void)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN }, now;

    if (state.signal == 0)
        return;
    if (sigaction(state.signal, NULL, &now) == 0 &&
        now.sa_flags & SA_SIGINFO && now.sa_sigaction == handle_tick) {
        sigaction(state.signal, &ignore, NULL); /* what is pending goes */
        sigaction(state.signal, &state.before, NULL);
    }
    state.signal = 0;
}

bool ticks_open(struct sampling *sampling)
{
    struct sigevent event;

    sampling->has_timer = false;
    if (state.signal == 0)
        return false;
    memset(&event, 0, sizeof(event));
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = state.signal;
    event.sigev_value.sival_ptr = sampling;
    event.sigev_notify_thread_id = sampling->thread;
    sampling->has_timer = timer_create(clock_of(sampling->thread), &event,
                                       &sampling->timer) == 0;
    return sampling->has_timer;
}

void ticks_arm(struct sampling *sampling, uint64_t ns, bool again)
{
    struct itimerspec when = { .it_value = {
                                   .tv_sec = (time_t)(ns / 1000000000u),
                                   .tv_nsec = (long)(ns % 1000000000u) } };

    if (again)
        when.it_interval = when.it_value;
    if (sampling->has_timer)
        timer_settime(sampling->timer, 0, &when, NULL);
}

void ticks_close(struct sampling *sampling)
{
    if (sampling->has_timer)
        timer_delete(sampling->timer);
    sampling->has_timer = false;
}
