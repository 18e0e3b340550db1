/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/recorder.h"

#include "base/cancel.h"
#include "measure/counters/counters.h"
#include "measure/record/charge.h"
#include "live/persist_file.h"

#define CLOCK_READINGS 100
#define KEEP_CLOCK_NS 1e9

struct recorder recorder = { .lock = PTHREAD_MUTEX_INITIALIZER };

uint64_t record_paused_ticks(uint64_t now)
{
    uint64_t ticks;
    int before = cancel_lock(&recorder.lock);

    ticks = pauses_ticks(&recorder.pauses, now);
    cancel_unlock(&recorder.lock, before);
    return ticks;
}

/* With the lock held. */
static uint64_t settle_pauses(struct thread *thread)
{
    uint64_t ticks = pauses_settle(&recorder.pauses, &thread->kept->pauses);

    thread->kept->last += ticks;
    thread->resumed = true;
    thread->resumed_use = true;
    if (thread->resources != NULL)
        thread->look_at = 0;
    return ticks;
}

/* Off and on in the trace, at `now' at the latest.  Pauses that a thread did
 * not see itself are one stretch there, as long as all of them together. */
static void trace_pause(struct thread *thread, uint64_t ticks, uint64_t now)
{
    uint64_t on = recorder.pauses.until < now ? recorder.pauses.until : now;

    if (!thread->off_traced && ticks > 0)
        trace_on_off(thread->writer, on - ticks, false);
    if (thread->off_traced || ticks > 0)
        trace_on_off(thread->writer, on, true);
    thread->off_traced = false;
}

bool record_unsettled(const struct thread *thread, uint64_t now,
                      uint64_t *from)
{
    struct pauses_seen seen = thread->kept->pauses;
    const struct pauses *pauses = &recorder.pauses;
    int before;

    if (pauses_unchanged(pauses, &thread->kept->pauses) || pauses_off(pauses))
        return false;
    before = cancel_lock(&recorder.lock);
    *from = pauses->until < now ? pauses->until : now;
    *from -= pauses_settle(pauses, &seen);
    cancel_unlock(&recorder.lock, before);
    if (thread->off_traced)
        *from = 0; /* it is marked */
    return true;
}

void record_settle(struct thread *thread, uint64_t now)
{
    uint64_t ticks;
    int before;

    if (pauses_unchanged(&recorder.pauses, &thread->kept->pauses))
        return;
    before = cancel_lock(&recorder.lock);
    ticks = settle_pauses(thread);
    trace_pause(thread, ticks, now);
    cancel_unlock(&recorder.lock, before);
}

bool charge_after_pause(struct thread *thread, struct hook_call *call)
{
    uint64_t ticks;
    int before;

    if (pauses_off(&recorder.pauses))
        return false;
    before = cancel_lock(&recorder.lock);
    ticks = settle_pauses(thread);
    call->begin +=
        pauses_within(&recorder.pauses, ticks, call->begin, call->end);
    trace_pause(thread, ticks, call->begin);
    cancel_unlock(&recorder.lock, before);
    return true;
}

static void add_differences(uint64_t *sums, const uint64_t *now,
                            const uint64_t *before)
{
    for (int i = 0; i < recorder.counter_count; i++)
        sums[i] += now[i] - before[i];
}

/* Between calls the readings belong to the region. */
static void add_to_region(struct thread *thread, const uint64_t *upto)
{
    struct region_data *region =
        regions_data(&thread->kept->regions, thread->kept->node);

    if (thread->resumed)
        thread->resumed = false;
    else if (region != NULL)
        add_differences(region->counters, upto, thread->counters);
}

static void keep_readings(struct thread *thread, const uint64_t *now)
{
    for (int i = 0; i < recorder.counter_count; i++)
        thread->counters[i] = now[i];
}

void charge_counters(struct thread *thread, const struct hook_call *call,
                     struct row *row)
{
    uint64_t now[COUNTERS_MOST];

    counters_read(now);
    add_to_region(thread, call->counters);
    add_differences(row->counters, now, call->counters);
    keep_readings(thread, now);
}

void charge_region_counters(struct thread *thread)
{
    uint64_t now[COUNTERS_MOST];

    counters_read(now);
    add_to_region(thread, now);
    keep_readings(thread, now);
}

void charge_skip_counters(struct thread *thread)
{
    counters_read(thread->counters);
    thread->resumed = false;
}

/* Once in a while, for whoever has to turn ticks into time without us. */
static void keep_clock(const struct thread *thread, uint64_t now)
{
    struct persist_head *head = recorder.head;

    if (head == NULL || thread->kept->number != 0 ||
        clock_ticks_to_ns(&recorder.rate, (double)(now - head->later_ticks)) <
            KEEP_CLOCK_NS)
        return;
    head->later_ns = clock_posix_ns();
    head->later_ticks = record_now();
}

void charge_cost_sample(struct thread *thread, const struct hook_call *call)
{
    uint64_t now = record_now();
    uint64_t ticks = now - call->end + thread->cost_before;

    if (clock_ticks_to_ns(&recorder.rate, (double)ticks) > LONGEST_COST_NS)
        return;
    thread->cost_ticks += ticks;
    thread->cost_samples++;
    keep_clock(thread, now);
}

uint64_t record_clock_ticks(void)
{
    uint64_t least = UINT64_MAX;

    for (int i = 0; i < CLOCK_READINGS; i++) {
        uint64_t before = record_now();
        uint64_t cost = record_now() - before;

        if (cost < least)
            least = cost;
    }
    return least;
}

double record_cost_ns(uint64_t *samples)
{
    uint64_t ticks = 0;

    *samples = 0;
    for (const struct thread *at = recorder.threads; at != NULL;
         at = at->next) {
        ticks += at->cost_ticks;
        *samples += at->cost_samples;
    }
    if (*samples == 0)
        return 0;
    /* A sample ends with a reading of its own, which stands for the one
     * before the call; the one right after it is added. */
    return clock_ticks_to_ns(&recorder.rate, (double)ticks / (double)*samples +
                                                 (double)record_clock_ticks());
}
