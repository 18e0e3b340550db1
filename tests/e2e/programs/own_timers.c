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
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
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

/* Sleeps are as long as was asked for, again and again. */
static void sleep_often(void)
{
    struct timespec nap = { 0, 1000000 };
    int interrupted = 0;

    for (int i = 0; i < 200; i++) {
        spin(0.001);
        interrupted += nanosleep(&nap, NULL) != 0 && errno == EINTR;
    }
    must(interrupted == 0, "no sleep is interrupted");
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
    sleep_often();
    MPI_Barrier(MPI_COMM_WORLD);
    if (event >= 0 && read(event, &value, sizeof(value)) == sizeof(value))
        must(value > 400000000, "its own counter counts");
    MPI_Finalize();
    must(sigaltstack(NULL, &other) == 0 && other.ss_sp == (void *)stack,
         "the other stack is still there");
    return wrong;
}
