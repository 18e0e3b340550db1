#include "measure/record/recorder.h"

#include "measure/counters/counters.h"
#include "measure/record/charge.h"
#include "measure/record/record_collective.h"
#include "measure/record/record_comm.h"
#include "measure/record/record_completion.h"
#include "measure/record/record_p2p.h"
#include "measure/record/record_region.h"

#define COST_CALLS 500
#define COST_TRIES 4

struct recorder recorder = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void record_before(struct hook_call *call)
{
    counters_read(call->counters);
}

static void record_plain(struct hook_call *call)
{
    struct thread *thread = thread_of(call);

    if (charge_begin(thread, call, 0) != NULL)
        charge_end(thread, call);
}

uint64_t record_excluded_ticks(const struct thread *thread, uint64_t now)
{
    uint64_t ticks = thread->flush_ticks + recorder.paused_ticks;

    return recorder.paused ? ticks + (now - recorder.paused_since) : ticks;
}

static void add_differences(uint64_t *sums, const uint64_t *now,
                            const uint64_t *before)
{
    for (int i = 0; i < recorder.counter_count; i++)
        sums[i] += now[i] - before[i];
}

/* Between calls the readings belong to the region, within to the call. */
void charge_counters(struct thread *thread, const struct hook_call *call,
                     struct row *row)
{
    uint64_t now[COUNTERS_MOST];
    struct region_data *region =
        regions_data(&thread->regions, thread->node);

    counters_read(now);
    if (region != NULL)
        add_differences(region->counters, call->counters, thread->counters);
    add_differences(row->counters, now, call->counters);
    for (int i = 0; i < recorder.counter_count; i++)
        thread->counters[i] = now[i];
}

void charge_region_counters(struct thread *thread)
{
    uint64_t now[COUNTERS_MOST];
    struct region_data *region =
        regions_data(&thread->regions, thread->node);

    counters_read(now);
    if (region != NULL)
        add_differences(region->counters, now, thread->counters);
    for (int i = 0; i < recorder.counter_count; i++)
        thread->counters[i] = now[i];
}

void charge_skip_counters(struct thread *thread)
{
    counters_read(thread->counters);
}

/* Set by the session; NULL finalize is filled in there. */
const struct hook_ops record_ops = {
    .before = record_before,
    .plain = record_plain,
    .send = record_send,
    .isend = record_isend,
    .recv = record_recv,
    .irecv = record_irecv,
    .sendrecv = record_sendrecv,
    .mprobe = record_mprobe,
    .mrecv = record_mrecv,
    .start = record_start,
    .complete = record_complete,
    .request_free = record_request_free,
    .cancel = record_cancel,
    .collective = record_collective,
    .comm_created = record_comm_created,
    .comm_freed = record_comm_freed,
    .comm_named = record_comm_named,
    .type_freed = record_type_freed,
    .pcontrol = record_pcontrol,
    .region_begin = record_region_begin,
    .region_end = record_region_end,
};

static double cost_of_calls(struct hook_thread *hook)
{
    struct hook_call call = { .thread = hook,
                              .caller = (void *)&cost_of_calls };
    uint64_t begin = record_now();
    uint64_t end;

    for (int i = 0; i < COST_CALLS; i++) {
        call.begin = record_now();
        call.end = record_now();
        record_plain(&call);
    }
    end = record_now();
    return clock_ticks_to_ns(&recorder.rate, (double)(end - begin)) /
           COST_CALLS;
}

double record_cost_ns(void)
{
    struct hook_thread hook = { .depth = 1 };
    struct thread *thread =
        thread_create(record_now(), false);
    double least = 0;

    if (thread == NULL)
        return 0;
    hook.data = thread;
    for (int i = 0; i < COST_TRIES; i++) {
        double cost = cost_of_calls(&hook);

        if (i == 0 || cost < least)
            least = cost;
    }
    thread_destroy(thread);
    return least;
}
