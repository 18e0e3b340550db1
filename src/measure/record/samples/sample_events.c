/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/samples/sample_events.h"

#include "base/cancel.h"
#include "base/pages.h"
#include "measure/record/recorder.h"

#define WAITING_MOST 65536u

static uint32_t caller_of(uint32_t path)
{
    return definitions_get(recorder.definitions, DEFINITION_PATH, path)
        .refs[0];
}

/* Frames that were entered since the other path, and the one in which the
 * thread went on.  A path comes after its callers' paths. */
static uint32_t distance_from(uint32_t before, uint32_t path)
{
    uint32_t entered = 0;
    int held = cancel_lock(&recorder.lock);

    while (before != path) {
        if (path > before) {
            path = caller_of(path);
            entered++;
        } else {
            before = caller_of(before);
        }
    }
    cancel_unlock(&recorder.lock, held);
    return entered + 1;
}

bool sample_events_write(struct thread *thread,
                         const struct sample_event *event)
{
    struct trace_sample sample = { .path = event->path,
                                   .weight = event->weight,
                                   .distance = distance_from(
                                       thread->samples.last, event->path) };

    if (!trace_sample(thread->writer, event->ticks, &sample))
        return false;
    thread->samples.last = event->path;
    return true;
}

bool sample_events_keep(struct thread *thread,
                        const struct sample_event *event)
{
    struct sample_events *events = &thread->samples;

    if (thread->writer == NULL)
        return false;
    if (events->waiting == NULL)
        events->waiting =
            pages_reserve(WAITING_MOST * sizeof(*events->waiting));
    if (events->waiting == NULL || events->count == WAITING_MOST)
        return false;
    events->waiting[events->count++] = *event;
    return true;
}

/* From the i-th on those up to then; returns the next one. */
static uint32_t write_upto(struct thread *thread, uint32_t i, uint64_t upto)
{
    struct sample_events *events = &thread->samples;

    for (; i < events->count && events->waiting[i].ticks <= upto; i++)
        if (!sample_events_write(thread, &events->waiting[i]))
            events->left_out += events->waiting[i].weight;
    return i;
}

void sample_events_flush(struct thread *thread, uint64_t now)
{
    uint64_t off_from = 0;
    uint32_t next = 0;

    if (thread->writer == NULL)
        return;
    if (record_unsettled(thread, now, &off_from)) {
        next = write_upto(thread, 0, off_from);
        record_settle(thread, now);
    }
    write_upto(thread, next, UINT64_MAX);
    thread->samples.count = 0;
}

void sample_events_end(struct thread *thread)
{
    trace_samples_end(thread->writer);
    record_exclude_flush(thread);
}

void sample_events_clear(struct sample_events *events)
{
    pages_release(events->waiting, WAITING_MOST * sizeof(*events->waiting));
    *events = (struct sample_events){ 0 };
}
