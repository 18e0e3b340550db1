/*
 * yield.c - preloaded into the ranks of tests: they give way while they wait.
 *
 * MPICH over UCX polls without end and never gives its core to another.  With
 * more ranks than cores each message waits for the end of a time slice, so a
 * test takes many times as long as its messages do.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>

#define POLLS_BEFORE_YIELD 4

unsigned ucp_worker_progress(void *worker);

unsigned ucp_worker_progress(void *worker)
{
    static unsigned (*progress)(void *);
    static _Thread_local unsigned idle;
    unsigned events;

    if (progress == NULL)
        progress = (unsigned (*)(void *))dlsym(RTLD_NEXT,
                                               "ucp_worker_progress");
    events = progress(worker);
    if (events > 0)
        idle = 0;
    else if (++idle >= POLLS_BEFORE_YIELD) {
        idle = 0;
        sched_yield();
    }
    return events;
}
