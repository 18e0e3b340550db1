/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * yield.c - preloaded into the ranks of tests: they give way while they wait.
 *
 * MPICH over UCX polls without end and never gives its core to another, and so
 * does its ch3, by poll(); with more ranks than cores each message then waits
 * for the end of a time slice.  Open MPI yields, which takes the core again at
 * once if nobody wants it.  So a rank that has polled in vain for a while sleeps
 * between its polls.  Where a test looks at real time it yields only: its waits
 * are those of the MPI.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define POLLS_BEFORE_YIELD 4
#define AT_ONCE_NS 50000 /* less than that between polls: the same wait */
#define AWAKE_NS 300000
#define ASLEEP_NS 200000

#define PUBLIC __attribute__((visibility("default")))

PUBLIC unsigned ucp_worker_progress(void *worker);

static bool yields_only;

__attribute__((constructor)) static void look_at_settings(void)
{
    yields_only = getenv("TEST_TIMED") != NULL;
}

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* System calls of its own: a program may have functions of these names. */
static void nap(void)
{
    const struct timespec time = { 0, ASLEEP_NS };

    syscall(SYS_nanosleep, &time, NULL);
}

PUBLIC int sched_yield(void)
{
    static _Thread_local uint64_t since, last;
    uint64_t now = now_ns();

    if (now - last > AT_ONCE_NS)
        since = now;
    if (!yields_only && now - since > AWAKE_NS)
        nap();
    else
        syscall(SYS_sched_yield);
    last = now_ns();
    return 0;
}

PUBLIC int poll(struct pollfd *files, nfds_t count, int timeout)
{
    static int (*next)(struct pollfd *, nfds_t, int);
    int ready;

    if (next == NULL)
        next = (int (*)(struct pollfd *, nfds_t, int))dlsym(RTLD_NEXT, "poll");
    ready = next(files, count, timeout);
    if (ready == 0 && timeout == 0)
        sched_yield();
    return ready;
}

/* A program may have opened its MPI for itself alone. */
static void *next_progress(void)
{
    static const char *const name = "ucp_worker_progress";
    void *next = dlsym(RTLD_NEXT, name);
    void *library = next == NULL
                        ? dlopen("libucp.so.0", RTLD_LAZY | RTLD_NOLOAD)
                        : NULL;

    return library == NULL ? next : dlsym(library, name);
}

PUBLIC unsigned ucp_worker_progress(void *worker)
{
    static unsigned (*progress)(void *);
    static _Thread_local unsigned idle;
    unsigned events;

    if (progress == NULL)
        progress = (unsigned (*)(void *))next_progress();
    events = progress(worker);
    if (events > 0)
        idle = 0;
    else if (++idle >= POLLS_BEFORE_YIELD) {
        idle = 0;
        sched_yield();
    }
    return events;
}
