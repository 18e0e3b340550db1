/*
 * ends.c - mpiprof_before_end, and a limit on the time that takes.
 *
 * The function runs in the thread that ends the process: that one may hold a
 * lock which the function needs (Python's interpreter lock, which is taken
 * again by its owner, but by nobody else).  Where another thread holds it for
 * ever, a third one ends the process when the time is over.
 */
#include "ends.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "handles.h"
#include "mpiprof.h"
#include "start.h"

#define MOST_SECONDS 10

static mpiprof_last_function *registered;
static pid_t owner; /* a child of fork() has none */

struct watch {
    pthread_mutex_t lock;
    pthread_cond_t done;
    bool over;
    enum hook_unfinished how;
    int code;
    struct timespec until;
};

EXPORTED void mpiprof_before_end(mpiprof_last_function *function)
{
    owner = getpid();
    __atomic_store_n(&registered, function, __ATOMIC_RELEASE);
}

static void end_now(const struct watch *watch)
{
    int (*abort_all)(MPI_Comm, int) =
        (int (*)(MPI_Comm, int))next_find("PMPI_Abort");

    fprintf(stderr, "mpiprof: what was to be done before the end of this "
            "process took longer than %d s: ending without it\n",
            MOST_SECONDS);
    if (watch->how == HOOK_ABORT && abort_all != NULL)
        abort_all(world_comm(), watch->code);
    _exit(watch->code != 0 ? watch->code : EXIT_FAILURE);
}

static void *watch_time(void *context)
{
    struct watch *watch = context;
    int error = 0;

    pthread_mutex_lock(&watch->lock);
    while (!watch->over && error != ETIMEDOUT)
        error = pthread_cond_timedwait(&watch->done, &watch->lock,
                                       &watch->until);
    if (!watch->over)
        end_now(watch);
    pthread_mutex_unlock(&watch->lock);
    return NULL;
}

static bool start_thread(pthread_t *thread, struct watch *watch)
{
    sigset_t all, before;
    bool started;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    started = pthread_create(thread, NULL, watch_time, watch) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void stop_thread(pthread_t thread, struct watch *watch)
{
    pthread_mutex_lock(&watch->lock);
    watch->over = true;
    pthread_cond_signal(&watch->done);
    pthread_mutex_unlock(&watch->lock);
    pthread_join(thread, NULL);
}

static void init_watch(struct watch *watch)
{
    pthread_condattr_t attributes;

    pthread_mutex_init(&watch->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&watch->done, &attributes);
    pthread_condattr_destroy(&attributes);
    clock_gettime(CLOCK_MONOTONIC, &watch->until);
    watch->until.tv_sec += MOST_SECONDS;
}

void ends_tell(enum hook_unfinished how, int code)
{
    mpiprof_last_function *function =
        __atomic_exchange_n(&registered, NULL, __ATOMIC_ACQ_REL);
    struct watch watch = { .how = how, .code = code };
    pthread_t thread;
    bool watched;

    if (function == NULL || owner != getpid())
        return;
    init_watch(&watch);
    watched = start_thread(&thread, &watch);
    function();
    if (watched)
        stop_thread(thread, &watch);
    pthread_cond_destroy(&watch.done);
    pthread_mutex_destroy(&watch.lock);
}
