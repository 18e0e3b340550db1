/* SPDX-License-Identifier: BSD-3-Clause */
#include "recover/recover_tail.h"

#include <string.h>
#include <unistd.h>

#include "live/persist_thread.h"

struct writing {
    const struct recover_tail *tail;
    OTF2_EvtWriter *writer;
    uint32_t counters;
};

/* What rules would have left out is not known of a call that is not over. */
const struct persist_call *
recover_tail_call(const struct trace_recovery *recovery,
                  const struct recover_rank *rank, uint64_t location,
                  const struct recover_scan *scan)
{
    size_t bytes, depth = scan->open_count;
    const struct persist_thread *thread = recover_rank_table(
        rank, PERSIST_THREAD, (uint32_t)(location >> 32), &bytes);
    const struct persist_call *now = thread == NULL ? NULL : &thread->now;

    if (now == NULL || bytes < sizeof(*thread) || now->id == 0 ||
        now->id > rank->call_count || scan->off || depth == 0 ||
        scan->open[depth - 1] < rank->call_count || now->begin < scan->last ||
        now->begin > rank->gone || recovery->rules != NULL)
        return NULL;
    return now;
}

/* The body of a Metric record: class, how many, their types, their values. */
static bool read_metric(const struct recover_scan *scan,
                        OTF2_MetricValue *values, uint32_t count)
{
    const uint8_t *at = scan->metric, *end = at + scan->metric_bytes;

    if (scan->metric_bytes < 2 || at[0] != 0 || at[1] != count)
        return false;
    at += 2 + count;
    for (uint32_t i = 0; i < count; i++) {
        size_t length = at < end && *at != 255 ? *at : 0;

        if (at >= end || length > 8 || length >= (size_t)(end - at))
            return false;
        values[i].unsigned_int = 0;
        memcpy(&values[i].unsigned_int, at + 1, length);
        at += 1 + length;
    }
    return true;
}

/* Counters as they were told last. */
static void write_counters(const struct writing *to, uint64_t time)
{
    OTF2_MetricValue values[PROFILE_COUNTERS];
    OTF2_Type types[PROFILE_COUNTERS];

    for (uint32_t i = 0; i < to->counters; i++)
        types[i] = OTF2_TYPE_UINT64;
    if (to->counters > 0 && read_metric(to->tail->scan, values, to->counters))
        OTF2_EvtWriter_Metric(to->writer, NULL, time, ARCHIVE_METRIC_CLASS,
                              (uint8_t)to->counters, types, values);
}

static OTF2_ErrorCode write_leave(const struct writing *to, uint32_t region)
{
    write_counters(to, to->tail->time);
    return OTF2_EvtWriter_Leave(to->writer, NULL, to->tail->time, region);
}

/* A call is written when it is over: this one was not. */
static OTF2_ErrorCode write_call(const struct writing *to)
{
    OTF2_ErrorCode code;

    write_counters(to, to->tail->now->begin);
    code = OTF2_EvtWriter_Enter(to->writer, NULL, to->tail->now->begin,
                                to->tail->now->id - 1);
    return code == OTF2_SUCCESS ? write_leave(to, to->tail->now->id - 1)
                                : code;
}

/* What the rank would have written at its end. */
static OTF2_ErrorCode write_tail(const struct writing *to)
{
    const struct recover_scan *scan = to->tail->scan;
    OTF2_ErrorCode code = OTF2_SUCCESS;

    if (to->tail->now != NULL)
        code = write_call(to);
    for (size_t i = scan->open_count; i-- > 0 && code == OTF2_SUCCESS;)
        code = write_leave(to, scan->open[i]);
    if (to->tail->location >> 32 == 0 && !scan->ended && code == OTF2_SUCCESS)
        code = OTF2_EvtWriter_ProgramEnd(to->writer, NULL, to->tail->time,
                                         OTF2_UNDEFINED_INT64);
    return code;
}

static enum status make_file(const struct trace_recovery *recovery,
                             const struct recover_tail *tail, uint64_t *events)
{
    struct writing to = {
        .tail = tail,
        .counters = (uint32_t)recovery->profile->counter_count,
        .writer = OTF2_Archive_GetEvtWriter(recovery->archive, tail->location),
    };
    OTF2_ErrorCode code;

    if (to.writer == NULL)
        return STATUS_IO;
    code = write_tail(&to);
    OTF2_EvtWriter_GetNumberOfEvents(to.writer, events);
    if (code == OTF2_SUCCESS)
        code = OTF2_Archive_CloseEvtWriter(recovery->archive, to.writer);
    return code == OTF2_SUCCESS ? STATUS_OK : STATUS_IO;
}

enum status recover_tail_append(const struct trace_recovery *recovery,
                                const struct recover_tail *tail, int file,
                                const struct recover_joined *joined,
                                uint64_t *events)
{
    enum status status = make_file(recovery, tail, events);
    int written;

    if (status != STATUS_OK)
        return status;
    written = recover_staging_tail(&recovery->staging, tail->location);
    if (written < 0)
        return STATUS_IO;
    status = recover_events_append(file, joined, written,
                                   recovery->chunk_bytes, tail->scan->events);
    close(written);
    if (status == STATUS_OK &&
        !recover_staging_keep(&recovery->staging, tail->location))
        status = STATUS_IO;
    return status;
}
