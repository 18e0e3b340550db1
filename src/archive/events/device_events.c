/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/events/device_events.h"

#include <string.h>

#include "base/saturate.h"
#include "model/resources/device_use.h"

struct device_work {
    uint64_t begin, end, bytes;
    uint32_t call, kind;
};

static uint64_t clip_time(const struct device_events *events, uint64_t time)
{
    if (time < events->from)
        return events->from;
    return time > events->to ? events->to : time;
}

/* Like a call of MPI it counts where it starts, and takes the time inside. */
static void count_work(struct device_events *events,
                       const struct device_work *work)
{
    bool counts = work->begin >= events->from && work->begin < events->to;
    uint64_t ns = tally_ns(events->tally, clip_time(events, work->end) -
                                              clip_time(events, work->begin));
    const struct device_row row = { .call = work->call,
                                    .kind = work->kind,
                                    .count = counts,
                                    .time = ns,
                                    .longest = ns,
                                    .bytes = counts ? work->bytes : 0 };

    if (!counts && ns == 0)
        return;
    if (!device_use_add(events->use, &row))
        events->names->status = STATUS_NO_MEMORY;
}

/* Its bytes are those of a message from the stream to itself. */
static void log_work(const struct device_events *events,
                     const struct device_work *work)
{
    struct replay_log *log = events->calls->log;
    const struct replay_site site = { .call = work->call };
    const struct replay_op op = { .kind = REPLAY_SEND,
                                  .coll = (uint16_t)(work->bytes >> 32),
                                  .peer = events->rank,
                                  .bytes = (uint32_t)work->bytes };
    struct replay_call call = { .begin =
                                    call_log_ns(events->calls, work->begin),
                                .end = call_log_ns(events->calls, work->end),
                                .op_count = work->bytes > 0 };

    if (log == NULL)
        return;
    call.site = replay_log_site(log, &site);
    replay_log_call(log, &call, &op);
}

/* Stamps of a damaged trace go back in time. */
static void put_work(struct device_events *events, struct device_work work)
{
    if (work.end < work.begin)
        work.end = work.begin;
    count_work(events, &work);
    log_work(events, &work);
}

static uint32_t call_of_kind(struct device_events *events, uint32_t kind)
{
    uint32_t *call = &events->names->device_calls[kind];

    if (*call == 0)
        *call =
            1 + names_device_call(events->names,
                                  device_kind_title((enum device_kind)kind),
                                  CALL_CLASS_ONE_SIDED);
    return *call - 1;
}

/* Copies have another class than kernels, by which pictures tell them apart. */
static uint32_t call_of_region(struct device_events *events, uint32_t id,
                               uint32_t kind)
{
    struct names_region *region = names_region(events->names, id);
    uint32_t *call;

    if (region == NULL)
        return call_of_kind(events, kind);
    call = &region->device_calls[kind != DEVICE_KERNEL];
    if (*call == 0)
        *call = 1 + names_device_call(
                        events->names, names_text(events->names, region->name),
                        kind == DEVICE_KERNEL ? CALL_CLASS_OTHER
                                              : CALL_CLASS_ONE_SIDED);
    return *call - 1;
}

static bool is_artificial(const struct device_events *events, uint32_t region)
{
    const struct names_region *of = names_region(events->names, region);

    return of != NULL && of->artificial;
}

void device_events_enter(struct device_events *events, uint64_t time,
                         uint32_t region)
{
    events->count++;
    if (is_artificial(events, region) || events->depth++ > 0)
        return;
    events->since = time;
    events->region = region;
    events->bytes = 0;
    events->kind = DEVICE_KERNEL;
}

static void region_end(struct device_events *events, uint64_t time)
{
    put_work(events,
             (struct device_work){
                 .begin = events->since,
                 .end = time,
                 .bytes = events->bytes,
                 .call = call_of_region(events, events->region, events->kind),
                 .kind = events->kind });
}

void device_events_leave(struct device_events *events, uint64_t time,
                         uint32_t region)
{
    events->count++;
    if (!is_artificial(events, region) && events->depth > 0 &&
        --events->depth == 0)
        region_end(events, time);
}

/* The memory in use since the last reading was so until that time. */
static void hold_memory(const struct device_events *events,
                        struct memory_use *use, uint64_t time)
{
    uint64_t since = clip_time(events, use->since);
    uint64_t until = clip_time(events, time);

    if (time <= events->from || until < since)
        return;
    memory_uses_hold(events->memory, use,
                     tally_ns(events->tally, since - events->origin),
                     tally_ns(events->tally, until - events->origin));
    use->area += (double)use->last * (double)(until - since);
    use->mean = saturate_near(use->area / (double)(events->to - events->from));
}

void device_events_memory(struct device_events *events, uint64_t time,
                          uint32_t metric, uint64_t bytes)
{
    const struct names_memory *memory = names_memory(events->names, metric);
    struct memory_use *use;

    events->count++;
    if (memory == NULL || time >= events->to)
        return;
    use = memory_uses_get(events->memory,
                          names_text(events->names, memory->name),
                          names_memory_place(events->names, memory));
    if (use == NULL) {
        if (events->memory->count < MEMORY_USES)
            events->names->status = STATUS_NO_MEMORY;
        return;
    }
    hold_memory(events, use, time);
    use->readings += time >= events->from;
    use->since = clip_time(events, time);
    use->last = bytes;
}

static void end_memory(const struct device_events *events)
{
    for (uint32_t i = 0; i < events->memory->count; i++) {
        hold_memory(events, &events->memory->items[i], events->to);
        events->memory->items[i].since = events->to;
        events->memory->items[i].area = 0;
    }
}

void device_events_end(struct device_events *events)
{
    end_memory(events);
    if (events->depth > 0 && events->since < events->to)
        region_end(events, events->to);
    events->depth = 0;
}

static uint32_t kind_of(const struct device_events *events,
                        const struct device_transfer *transfer)
{
    if (names_is_stream(events->names, transfer->window, transfer->remote))
        return DEVICE_COPY_ON;
    return transfer->gets ? DEVICE_COPY_TO : DEVICE_COPY_FROM;
}

/* The first copy is lost where there are more than there is room for. */
void device_events_transfer(struct device_events *events, uint64_t time,
                            const struct device_transfer *transfer)
{
    const struct device_copy copy = { transfer->id, time, transfer->bytes,
                                      kind_of(events, transfer) };

    events->count++;
    if (events->depth > 0) {
        events->kind = copy.kind;
        events->bytes += copy.bytes;
        return;
    }
    if (events->copy_count == DEVICE_COPIES)
        memmove(events->copies, events->copies + 1,
                --events->copy_count * sizeof(copy));
    events->copies[events->copy_count++] = copy;
}

void device_events_completed(struct device_events *events, uint64_t time,
                             uint64_t id)
{
    uint32_t at = 0;

    events->count++;
    while (at < events->copy_count && events->copies[at].id != id)
        at++;
    if (at == events->copy_count)
        return;
    put_work(events, (struct device_work){
                         .begin = events->copies[at].since,
                         .end = time,
                         .bytes = events->copies[at].bytes,
                         .call = call_of_kind(events, events->copies[at].kind),
                         .kind = events->copies[at].kind });
    memmove(events->copies + at, events->copies + at + 1,
            (--events->copy_count - at) * sizeof(*events->copies));
}
