/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/event_costs.h"

#include "base/saturate.h"
#include "measure/record/charge.h"
#include "measure/record/record_functions.h"
#include "measure/record/record_region.h"
#include "measure/record/recorder.h"
#include "measure/record/samples/record_samples.h"

/* Counts one.  Returns true if it has to be timed. */
static inline bool event_is_due(struct event_cost *cost)
{
    if (__builtin_expect(cost->until > 0, 1)) {
        cost->until--;
        return false;
    }
    cost->until = EVENTS_PER_COST_SAMPLE - 1;
    cost->events += EVENTS_PER_COST_SAMPLE;
    return true;
}

/* 0: something else has to be done first, which is no part of the cost. */
static uint64_t event_begin(const struct hook_thread *hook)
{
    return record_samples_wait(hook) ? 0 : record_now();
}

/* One that took longer than any was interrupted, or read resources. */
static void cost_add(struct event_cost *cost, uint64_t begin)
{
    uint64_t ticks = record_now() - begin;

    if (begin == 0 ||
        clock_ticks_to_ns(&recorder.rate, (double)ticks) > LONGEST_COST_NS)
        return;
    cost->ticks += ticks;
    cost->samples++;
}

static __attribute__((noinline)) void
time_function(struct hook_thread *hook, void *address, uintptr_t frame,
              void (*function)(struct hook_thread *, void *, uintptr_t))
{
    struct thread *thread = hook->data;
    uint64_t begin = event_begin(hook);

    function(hook, address, frame);
    cost_add(&thread->costs.functions, begin);
}

void event_function_enter(struct hook_thread *hook, void *address,
                          uintptr_t frame)
{
    struct thread *thread = hook->data;

    if (thread != NULL && event_is_due(&thread->costs.functions))
        time_function(hook, address, frame, record_function_enter);
    else
        record_function_enter(hook, address, frame);
}

void event_function_leave(struct hook_thread *hook, void *address,
                          uintptr_t frame)
{
    struct thread *thread = hook->data;

    if (thread != NULL && event_is_due(&thread->costs.functions))
        time_function(hook, address, frame, record_function_leave);
    else
        record_function_leave(hook, address, frame);
}

/* The event of a region begins.  0: it is not timed. */
static uint64_t region_event(struct hook_thread *hook)
{
    struct thread *thread = hook->data;

    return thread != NULL && event_is_due(&thread->costs.regions)
               ? event_begin(hook)
               : 0;
}

static void region_event_over(struct hook_thread *hook, uint64_t begin)
{
    struct thread *thread = hook->data;

    if (begin != 0)
        cost_add(&thread->costs.regions, begin);
}

void event_region_begin(struct hook_thread *hook, const char *name,
                        const char *file, int line)
{
    uint64_t begin = region_event(hook);

    record_region_begin(hook, name, file, line);
    region_event_over(hook, begin);
}

void event_region_end(struct hook_thread *hook, const char *name)
{
    uint64_t begin = region_event(hook);

    record_region_end(hook, name);
    region_event_over(hook, begin);
}

void event_range_begin(struct hook_thread *hook, struct hook_range range,
                       const char *name)
{
    uint64_t begin = region_event(hook);

    record_range_begin(hook, range, name);
    region_event_over(hook, begin);
}

void event_range_end(struct hook_thread *hook, struct hook_range range)
{
    uint64_t begin = region_event(hook);

    record_range_end(hook, range);
    region_event_over(hook, begin);
}

/* ---- the end ---- */

static uint64_t ns_of(double ticks)
{
    return saturate_near(clock_ticks_to_ns(&recorder.rate, ticks));
}

/* Ticks of one event.  A sample has one more reading of the clock. */
static double mean_of(uint64_t ticks, uint64_t samples, uint64_t reading)
{
    double mean = samples == 0 ? 0.0 : (double)ticks / (double)samples;

    return mean > (double)reading ? mean - (double)reading : 0.0;
}

/* Ticks of an event, over all threads. */
struct means {
    double function, region;
};

static struct means find_means(void)
{
    struct event_cost functions = { 0 }, regions = { 0 };
    uint64_t reading = record_clock_ticks();

    for (const struct thread *at = recorder.threads; at != NULL;
         at = at->next) {
        functions.samples += at->costs.functions.samples;
        functions.ticks += at->costs.functions.ticks;
        regions.samples += at->costs.regions.samples;
        regions.ticks += at->costs.regions.ticks;
    }
    return (
        struct means){ mean_of(functions.ticks, functions.samples, reading),
                       mean_of(regions.ticks, regions.samples, reading) };
}

static uint64_t events_of(const struct event_cost *cost)
{
    return cost->events + EVENTS_PER_COST_SAMPLE - 1 - cost->until;
}

static struct overhead cost_of(const struct thread *thread,
                               const struct means *means)
{
    struct overhead cost = {
        .function_events = events_of(&thread->costs.functions),
        .region_events = events_of(&thread->costs.regions),
        .sample_ns = thread->costs.sample_ns,
    };

    for (uint32_t i = 0; i < thread->rows.count; i++)
        cost.calls += thread->rows.list[i].count;
    cost.function_ns = ns_of((double)cost.function_events * means->function);
    cost.region_ns = ns_of((double)cost.region_events * means->region);
    if (thread->resources != NULL)
        cost.resource_ns = ns_of((double)thread->resources->cost);
    return cost;
}

static double total_ns(const struct overhead *cost, double call_ns)
{
    return (double)cost->calls * call_ns + (double)cost->function_ns +
           (double)cost->region_ns + (double)cost->sample_ns +
           (double)cost->resource_ns;
}

void event_costs_collect(double call_ns, struct overhead *out)
{
    struct means means = find_means();

    *out = (struct overhead){ 0 };
    for (const struct thread *at = recorder.threads; at != NULL;
         at = at->next) {
        struct overhead cost = cost_of(at, &means);

        if (total_ns(&cost, call_ns) >= total_ns(out, call_ns))
            *out = cost;
    }
}
