/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * own_timers.c - a program with timers, signal handlers and a counter of its
 * own: all of them work, and no system call is interrupted by others.
 *
 *     own_timers
 *
 * Prints what is not as it must be, and ends with 1 then.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <mpi.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "must.h"

static volatile sig_atomic_t ticks, on_stack;
static volatile double sum;
static char *stack;

static void count(int signal)
{
    char here;

    (void)signal;
    ticks++;
    on_stack += &here >= stack && &here < stack + SIGSTKSZ;
}

static double used(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void spin(double seconds)
{
    double end = used() + seconds;

    while (used() < end)
        for (int i = 0; i < 5000; i++)
            sum += i;
}

static int own_event(void)
{
    struct perf_event_attr attr;

    memset(&attr, 0, sizeof(attr));
    attr.size = sizeof(attr);
    attr.type = PERF_TYPE_SOFTWARE;
    attr.config = PERF_COUNT_SW_TASK_CLOCK;
    attr.exclude_kernel = 1;
    return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
}

/* Its timer ticks, on the stack that was asked for; then it is the default's
 * turn again. */
static void use_timer(void)
{
    struct sigaction action = { .sa_handler = count, .sa_flags = SA_ONSTACK },
                     found;
    struct itimerval timer = { { 0, 10000 }, { 0, 10000 } }, none = { 0 };

    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &timer, NULL);
    spin(0.5);
    setitimer(ITIMER_PROF, &none, NULL);
    must(ticks >= 20, "20 ticks of 10 ms in 500 ms");
    must(on_stack == ticks, "handlers run on the other stack");
    sigaction(SIGPROF, NULL, &found);
    must(found.sa_handler == count, "the handler of SIGPROF is still there");
    signal(SIGPROF, SIG_DFL);
}

static struct timespec soon(void)
{
    struct timespec time;

    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_nsec += 1000000;
    time.tv_sec += time.tv_nsec / 1000000000;
    time.tv_nsec %= 1000000000;
    return time;
}

/* One of what waits for a millisecond.  True: it was interrupted. */
static int wait_by(int way, int timer, sem_t *never)
{
    struct itimerspec once = { .it_value = { 0, 1000000 } };
    struct timespec nap = { 0, 1000000 }, until = soon();
    long long expired;

    switch (way) {
    case 0:
        return nanosleep(&nap, NULL) != 0 && errno == EINTR;
    case 1:
        return poll(NULL, 0, 1) < 0 && errno == EINTR;
    case 2:
        return sem_timedwait(never, &until) != 0 && errno == EINTR;
    default:
        timerfd_settime(timer, 0, &once, NULL);
        return read(timer, &expired, sizeof(expired)) < 0 && errno == EINTR;
    }
}

/* Waits are as long as was asked for, again and again: between them there is
 * time for some hundred samples. */
static void wait_often(void)
{
    int timer = timerfd_create(CLOCK_MONOTONIC, 0), interrupted = 0;
    sem_t never;

    sem_init(&never, 0, 0);
    for (int i = 0; i < 600; i++) {
        spin(0.002);
        interrupted += wait_by(i % 4, timer, &never);
    }
    must(interrupted == 0, "no wait is interrupted");
    close(timer);
}

int main(int argc, char **argv)
{
    stack_t other;
    long long value = 0;
    int event;

    MPI_Init(&argc, &argv);
    stack = malloc(SIGSTKSZ);
    other = (stack_t){ .ss_sp = stack, .ss_size = SIGSTKSZ };
    must(sigaltstack(&other, NULL) == 0, "sigaltstack works");
    event = own_event();
    use_timer();
    wait_often();
    MPI_Barrier(MPI_COMM_WORLD);
    if (event >= 0 && read(event, &value, sizeof(value)) == sizeof(value))
        must(value > 400000000, "its own counter counts");
    MPI_Finalize();
    must(sigaltstack(NULL, &other) == 0 && other.ss_sp == (void *)stack,
         "the other stack is still there");
    return wrong;
}
