#include "measure/record/thread.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/pages.h"
#include "measure/callsite/modules.h"
#include "measure/counters/counters.h"
#include "measure/record/call_path.h"
#include "measure/record/charge.h"
#include "measure/record/recorder.h"
#include "measure/record/retired.h"

#define FIRST_BIN_NS 1e6
/* Of the memory for the profile: other threads get a part of the first's. */
#define THREAD_SHARE 8
#define PATHS_SHARE 8

/* peers and timeline have their own room; the rest is paths and rows. */
static bool take_tables(struct thread *thread, uint64_t bytes, bool master)
{
    double ns_per_tick = clock_ticks_to_ns(&recorder.rate, 1.0);
    uint64_t peers = 2 * recorder.world_size * sizeof(struct peer);

    if (!rows_init(&thread->rows, bytes - bytes / PATHS_SHARE, ns_per_tick) ||
        !paths_init(&thread->paths,
                    (uint32_t)(bytes / PATHS_SHARE / sizeof(struct path_slot)),
                    call_path_resolve, &recorder))
        return false;
    thread->peers = pages_reserve(peers);
    thread->peer_room = thread->peers == NULL ? 0 : recorder.world_size;
    thread->targets = thread->peers + thread->peer_room;
    thread->stacks = pages_reserve(sizeof(*thread->stacks));
    if (master)
        thread->bins = pages_reserve(sizeof(*thread->bins));
    return thread->peers != NULL && thread->stacks != NULL &&
           (!master || thread->bins != NULL);
}

struct thread *thread_create(uint64_t now)
{
    struct thread *thread = calloc(1, sizeof(*thread));
    bool master;

    if (thread == NULL)
        return NULL;
    pthread_mutex_lock(&recorder.lock);
    thread->number = recorder.thread_count;
    pauses_join(&recorder.pauses, now, &thread->pauses);
    master = thread->number == 0;
    if (!take_tables(thread, master ? recorder.memory_bytes
                                    : recorder.memory_bytes / THREAD_SHARE,
                     master) ||
        !regions_init(&thread->regions, now - thread->pauses.ticks)) {
        pthread_mutex_unlock(&recorder.lock);
        thread_destroy(thread);
        return NULL;
    }
    recorder.thread_count++;
    thread->next = recorder.threads;
    recorder.threads = thread;
    pthread_mutex_unlock(&recorder.lock);
    thread->last = now;
    if (thread->bins != NULL)
        timebins_init(thread->bins, now,
                      (uint64_t)(FIRST_BIN_NS * recorder.rate.ticks_per_ns));
    if (recorder.trace != NULL)
        thread->writer =
            trace_writer_create(recorder.trace, thread->number, now);
    return thread;
}

void thread_begin(struct thread *thread, uint64_t now)
{
    thread->last = now;
    thread->regions.stack[0].begin = now;
    if (thread->bins != NULL)
        timebins_init(thread->bins, now, thread->bins->width);
}

static void leave_regions(struct thread *thread, uint64_t now)
{
    struct regions *regions = &thread->regions;

    for (int depth = regions->depth; depth > 0; depth--)
        trace_region_leave(thread->writer, now,
                           regions->stack[depth].region);
    regions_finish(regions, now - record_excluded_ticks(thread, now));
    thread->node = 0;
}

void thread_finish(struct thread *thread, uint64_t now)
{
    record_settle(thread, now);
    if (thread->counting) {
        charge_region_counters(thread);
        trace_counters(thread->writer, now, thread->counters);
    }
    thread->counting = false;
    if (thread->bins != NULL)
        timebins_add(thread->bins, CALL_CLASS_COUNT, thread->last, now);
    leave_regions(thread, now);
}

void thread_destroy(struct thread *thread)
{
    if (thread == NULL)
        return;
    rows_clear(&thread->rows);
    paths_clear(&thread->paths);
    regions_clear(&thread->regions);
    pages_release(thread->peers,
                  2 * recorder.world_size * sizeof(struct peer));
    pages_release(thread->stacks, sizeof(*thread->stacks));
    pages_release(thread->bins, sizeof(*thread->bins));
    for (int i = 0; i < REGION_CACHE; i++)
        free(thread->region_cache[i].name);
    free(thread);
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
    call->thread->data = thread;
    retired_watch(thread, call->thread);
    if (recorder.counter_count > 0) {
        thread->counting = counters_start(thread->counters);
        counters_read(thread->counters);
        memcpy(call->counters, thread->counters, sizeof(call->counters));
    }
    return thread;
}

struct thread *thread_of(struct hook_call *call)
{
    struct thread *thread = call->thread->data;

    return __builtin_expect(thread != NULL, 1) ? thread : first_call(call);
}
