/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/retired.h"

#include <pthread.h>
#include <unistd.h>

#include "base/cancel.h"
#include "measure/counters/counters.h"
#include "measure/record/charge.h"
#include "measure/record/record_left.h"
#include "measure/record/recorder.h"
#include "measure/record/samples/record_samples.h"

static struct {
    pthread_key_t key;
    bool works;    /* there is a key */
    pid_t process; /* a child of fork() is none of ours */
} state;

static void leave_regions(struct thread *thread, uint64_t now)
{
    struct regions *regions = &thread->kept->regions;
    uint64_t excluded =
        pauses_ticks(&recorder.pauses, now) + thread->kept->flush_ticks;

    while (regions->depth > 0) {
        uint32_t region = regions->stack[regions->depth].region;

        regions->errors += !regions->stack[regions->depth].may_stay;
        regions_pop(regions, now - excluded);
        trace_region_leave(thread->writer, now, region);
    }
    regions->too_deep = 0;
    regions->functions_deep = 0;
    thread->kept->node = 0;
    thread->kept->waits = false;
}

static void stop_counters(struct thread *thread)
{
    if (thread->counting && !pauses_off(&recorder.pauses))
        charge_region_counters(thread);
    thread->counting = false;
    counters_leave();
}

/* Only joins of the measured run were noted. */
static uint64_t idle_of(const struct hook_thread *hook)
{
    uint64_t since = __atomic_load_n(&hook->joins_since, __ATOMIC_RELAXED);
    uint64_t now = since == 0 ? 0 : record_now();

    return __atomic_load_n(&hook->joined, __ATOMIC_RELAXED) +
           (now > since ? now - since : 0);
}

/* This writes into the memory of the program's thread: only a watched one is
 * known not to have ended. */
static void thread_detach(struct thread *thread)
{
    if (thread->hook == NULL)
        return;
    thread->idle_ticks += idle_of(thread->hook);
    thread->hook->data = NULL;
    thread->hook->now = &thread->hook->own;
    thread->hook->nested = NULL;
    thread->stack.owner = NULL;
    thread->hook = NULL;
}

static void retire_thread(struct thread *thread)
{
    uint64_t now = record_now();

    if (thread->counting)
        stop_counters(thread);
    leave_regions(thread, now);
    record_exclude_flush(thread);
    thread_detach(thread);
    thread->kept->ended = record_now();
}

bool retired_in_child(void)
{
    return state.process != 0 && getpid() != state.process;
}

static void thread_let_go(struct thread *thread)
{
    struct hook_thread *hook;

    /* Where the run has ended meanwhile there is no such thread any more. */
    pthread_mutex_lock(&recorder.lock);
    hook = state.works ? thread->hook : NULL;
    pthread_mutex_unlock(&recorder.lock);
    if (hook != NULL) {
        hook->ends = true;
        record_left_at_end(hook);
        if (hook->sampler != NULL)
            record_sample_no_more(hook);
    }
    pthread_mutex_lock(&recorder.lock);
    if (state.works)
        retire_thread(thread);
    pthread_mutex_unlock(&recorder.lock);
}

/* A thread that is cancelled as it ends comes here again: until it is held the
 * key has its value.  In a child of fork() another thread may have held the
 * lock for ever. */
static void thread_ends(void *data)
{
    int before;

    if (retired_in_child())
        return;
    if (state.works)
        pthread_setspecific(state.key, data);
    before = cancel_hold();
    if (state.works)
        pthread_setspecific(state.key, NULL);
    thread_let_go(data);
    cancel_release(before);
}

void retired_setup(void)
{
    state.process = getpid();
    state.works = pthread_key_create(&state.key, thread_ends) == 0;
}

void retired_close(void)
{
    int before = cancel_lock(&recorder.lock);

    for (struct thread *at = recorder.threads; at != NULL; at = at->next)
        thread_detach(at);
    if (state.works)
        pthread_key_delete(state.key);
    state.works = false;
    cancel_unlock(&recorder.lock, before);
}

static struct thread *thread_find(uint64_t begin)
{
    struct thread *at = recorder.threads;

    while (at != NULL && (at->kept->ended == 0 || at->kept->ended > begin))
        at = at->next;
    return at;
}

struct thread *retired_take(uint64_t begin)
{
    struct thread *thread;
    int before = cancel_lock(&recorder.lock);

    thread = thread_find(begin);
    if (thread != NULL) {
        thread->idle_ticks += begin - thread->kept->ended;
        thread->kept->ended = 0;
        thread->kept->last = begin;
        pauses_join(&recorder.pauses, begin, &thread->kept->pauses);
        if (thread->off_traced && !pauses_off(&recorder.pauses)) {
            trace_on_off(thread->writer, begin, true);
            thread->off_traced = false;
        }
    }
    cancel_unlock(&recorder.lock, before);
    return thread;
}

void retired_watch(struct thread *thread, struct hook_thread *hook)
{
    if (state.works && pthread_setspecific(state.key, thread) == 0)
        thread->hook = hook;
}
