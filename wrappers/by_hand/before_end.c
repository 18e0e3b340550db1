/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * before_end.c - mpiprof_before_end, and a limit on the time it takes.
 *
 * The function runs in the thread that ends the process, which may hold a lock
 * that the function needs (Python's interpreter lock can be taken again by its
 * owner, but by nobody else).  If another thread holds the lock for ever,
 * SIGALRM ends the process after the limit: there may be no room for a
 * watching thread, and mpiprof starts none.
 */
#include "before_end.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "mpiprof.h"

#define MOST_SECONDS 10
#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number

static mpiprof_last_function *registered;
static pid_t owner; /* a child of fork() has none */
static int exit_code;
static time_t over_at;               /* monotonic, seconds */
static volatile sig_atomic_t theirs; /* the program's timer has sent one */

/* The program's own action. */
struct alarm_kept {
    struct sigaction action;
    struct itimerval timer;
    sigset_t mask;
};

EXPORTED void mpiprof_before_end(mpiprof_last_function *function)
{
    owner = getpid();
    __atomic_store_n(&registered, function, __ATOMIC_RELEASE);
}

static time_t monotonic_seconds(void)
{
    struct timespec now;

    return clock_gettime(CLOCK_MONOTONIC, &now) == 0 ? now.tv_sec : over_at;
}

/* The launcher ends the others, as of any process that ends like this. */
static void time_is_over(int signal)
{
    static const char said[] =
        "mpiprof: the function registered by MPIPROF_BEFORE_END (writing the "
        "profile of Python) took longer than " TEXT(
            MOST_SECONDS) " s; ending "
                          "without it\n";

    (void)signal;
    if (monotonic_seconds() < over_at) {
        theirs = 1;
        return;
    }
    if (write(STDERR_FILENO, said, sizeof(said) - 1) < 0)
        _exit(exit_code);
    _exit(exit_code);
}

static void set_alarm(struct alarm_kept *kept)
{
    struct sigaction action = { .sa_handler = time_is_over };
    struct itimerval limit = { .it_value = { .tv_sec = MOST_SECONDS } };
    sigset_t alarm_only;

    theirs = 0;
    over_at = monotonic_seconds() + MOST_SECONDS;
    sigemptyset(&action.sa_mask);
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    sigaction(SIGALRM, &action, &kept->action);
    setitimer(ITIMER_REAL, &limit, &kept->timer);
    pthread_sigmask(SIG_UNBLOCK, &alarm_only, &kept->mask);
}

/* Signals that the program's timer sends, and has sent meanwhile, are for the
 * program's handler. */
static void take_alarm_back(const struct alarm_kept *kept)
{
    const struct itimerval off = { .it_value = { 0 } };

    setitimer(ITIMER_REAL, &off, NULL);
    sigaction(SIGALRM, &kept->action, NULL);
    pthread_sigmask(SIG_SETMASK, &kept->mask, NULL);
    if (theirs)
        raise(SIGALRM);
    setitimer(ITIMER_REAL, &kept->timer, NULL);
}

void before_end_call(int code)
{
    mpiprof_last_function *function =
        __atomic_exchange_n(&registered, NULL, __ATOMIC_ACQ_REL);
    struct alarm_kept kept;

    if (function == NULL || owner != getpid())
        return;
    exit_code = code != 0 ? code : EXIT_FAILURE;
    set_alarm(&kept);
    function();
    take_alarm_back(&kept);
}
