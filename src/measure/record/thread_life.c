/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/thread_life.h"

#include <stdlib.h>
#include <string.h>

#include "base/cancel.h"
#include "live/persist.h"
#include "base/log.h"
#include "base/own_use.h"
#include "base/pages.h"
#include "measure/counters/counters.h"
#include "measure/record/paths/call_path.h"
#include "measure/record/charge.h"
#include "measure/record/samples/python_calls.h"
#include "measure/record/record_resources.h"
#include "measure/record/recorder.h"
#include "measure/record/samples/record_samples.h"
#include "measure/record/samples/sample_events.h"
#include "measure/record/retired.h"
#include "live/persist_file.h"

#define FIRST_BIN_NS 1e6
/* Share of the profile's memory: other threads get a part of the first's. */
#define THREAD_SHARE 8
#define PATHS_SHARE 8
#define PYTHON_SHARE 32

/* peers and timeline have their own room; the rest is paths and rows. */
static bool take_tables(struct thread *thread, uint64_t bytes, bool master)
{
    double ns_per_tick = clock_ticks_to_ns(&recorder.rate, 1.0);
    uint64_t peers = 2 * recorder.world_size * sizeof(struct peer);

    if (!rows_init(&thread->rows, thread->kept->number,
                   bytes - bytes / PATHS_SHARE, ns_per_tick) ||
        !paths_init(&thread->paths,
                    (uint32_t)(bytes / PATHS_SHARE / sizeof(struct path_slot)),
                    call_path_resolve, &recorder))
        return false;
    thread->peers =
        persist_reserve(PERSIST_PEERS, thread->kept->number, peers);
    thread->peers_used = pages_reserve(2 * recorder.world_size);
    thread->peer_room = thread->peers == NULL ? 0 : recorder.world_size;
    thread->targets = thread->peers + thread->peer_room;
    thread->stacks = pages_reserve(sizeof(*thread->stacks));
    thread->sites = pages_reserve(sizeof(*thread->sites));
    if (recorder.callpath > 0)
        thread->rows.site = call_path_site;
    thread->rows.context = thread->sites;
    if (recorder.python)
        thread->python = python_calls_create(bytes / PYTHON_SHARE);
    thread->bins = persist_reserve(PERSIST_BINS, thread->kept->number,
                                   sizeof(*thread->bins));
    if (master)
        thread->resources = record_resources_bins();
    persist_secure(thread->bins, sizeof(*thread->bins));
    return thread->peers != NULL && thread->peers_used != NULL &&
           thread->stacks != NULL && thread->sites != NULL &&
           (!recorder.python || thread->python != NULL) &&
           thread->bins != NULL;
}

static void cost_init(struct event_cost *cost)
{
    cost->until = EVENTS_PER_COST_SAMPLE / 2;
    cost->events = cost->until - (EVENTS_PER_COST_SAMPLE - 1ull);
}

/* With the lock held; it is not in the list yet. */
static struct thread *new_thread(uint32_t number)
{
    struct thread *thread = pages_reserve_wiped(sizeof(*thread));

    if (thread == NULL)
        return NULL;
    thread->kept =
        persist_reserve(PERSIST_THREAD, number, sizeof(*thread->kept));
    if (thread->kept == NULL) {
        pages_release(thread, sizeof(*thread));
        return NULL;
    }
    persist_secure(thread->kept, sizeof(*thread->kept));
    thread->kept->number = number;
    cost_init(&thread->costs.functions);
    cost_init(&thread->costs.regions);
    return thread;
}

struct thread *thread_create(uint64_t now)
{
    struct thread *thread;
    bool master;
    int before = cancel_lock(&recorder.lock);

    thread = new_thread(recorder.thread_count);
    if (thread == NULL) {
        cancel_unlock(&recorder.lock, before);
        return NULL;
    }
    pauses_join(&recorder.pauses, now, &thread->kept->pauses);
    master = thread->kept->number == 0;
    if (!take_tables(thread,
                     master ? recorder.memory_bytes
                            : recorder.memory_bytes / THREAD_SHARE,
                     master) ||
        !regions_init(&thread->kept->regions, thread->kept->number,
                      now - thread->kept->pauses.ticks)) {
        cancel_unlock(&recorder.lock, before);
        thread_destroy(thread);
        return NULL;
    }
    recorder.thread_count++;
    thread->next = recorder.threads;
    recorder.threads = thread;
    cancel_unlock(&recorder.lock, before);
    thread->kept->last = now;
    thread->look_at = UINT64_MAX;
    timebins_init(thread->bins, now,
                  (uint64_t)(FIRST_BIN_NS * recorder.rate.ticks_per_ns));
    if (recorder.trace != NULL)
        thread->writer =
            trace_writer_create(recorder.trace, thread->kept->number, now);
    return thread;
}

void thread_begin(struct thread *thread, uint64_t now)
{
    thread->kept->last = now;
    thread->kept->regions.stack[0].begin = now;
    timebins_init(thread->bins, now, thread->bins->width);
    record_resources_begin(thread, now);
}

void thread_finish(struct thread *thread, uint64_t now)
{
    sample_events_flush(thread, now);
    record_settle(thread, now);
    record_resources_read(thread, now);
    if (thread->counting) {
        charge_region_counters(thread);
        trace_counters(thread->writer, now, thread->counters);
    }
    thread->counting = false;
    timebins_add(thread->bins, persist_thread_class(thread->kept),
                 thread->kept->last, now);
}

void thread_destroy(struct thread *thread)
{
    if (thread == NULL)
        return;
    rows_clear(&thread->rows);
    paths_clear(&thread->paths);
    regions_clear(&thread->kept->regions);
    persist_release(thread->peers,
                    2 * recorder.world_size * sizeof(struct peer));
    pages_release(thread->peers_used, 2 * recorder.world_size);
    pages_release(thread->stacks, sizeof(*thread->stacks));
    pages_release(thread->sites, sizeof(*thread->sites));
    sample_events_clear(&thread->samples);
    python_calls_destroy(thread->python);
    persist_release(thread->bins, sizeof(*thread->bins));
    persist_release(thread->resources, sizeof(*thread->resources));
    for (int i = 0; i < REGION_CACHE; i++)
        free(thread->region_cache[i].name);
    persist_release(thread->kept, sizeof(*thread->kept));
    pages_release(thread, sizeof(*thread));
}

void thread_attach(struct thread *thread, struct hook_thread *hook)
{
    if (hook->now != NULL)
        thread->kept->now = *hook->now;
    hook->data = thread;
    hook->now = &thread->kept->now;
    hook->nested = thread->nested;
    thread_stack_holds(&thread->stack, hook, 0); /* not first in a handler */
}

static struct thread *first_call(struct hook_call *call)
{
    static bool told;
    struct thread *thread = retired_take(call->begin);

    if (thread == NULL)
        thread = thread_create(call->begin);
    if (thread == NULL) {
        if (!__atomic_exchange_n(&told, true, __ATOMIC_RELAXED))
            log_warn("no memory for the profile of some threads");
        return NULL;
    }
    thread_attach(thread, call->thread);
    retired_watch(thread, call->thread);
    if (call->caller != NULL && thread->hook != NULL)
        record_sample_this(call->thread);
    if (recorder.counter_count > 0) {
        thread->counting = counters_start(thread->counters);
        counters_read(thread->counters);
        memcpy(call->counters, thread->counters, sizeof(call->counters));
    }
    return thread;
}

/* In a child that was made without handlers of fork(): what threads keep in
 * files and rings is the parent's. */
static bool thread_is_wiped(const struct thread *thread)
{
    return __builtin_expect(thread->kept == NULL, 0);
}

struct thread *thread_of(struct hook_call *call)
{
    struct thread *thread = call->thread->data;
    struct own_use use;
    int before;

    if (__builtin_expect(thread != NULL, 1))
        return thread_is_wiped(thread) ? NULL : thread;
    if (call->thread->nobody || retired_in_child())
        return NULL;
    before = cancel_hold();
    own_use_begin(&use);
    thread = first_call(call);
    own_use_end(&use);
    cancel_release(before);
    return thread;
}
