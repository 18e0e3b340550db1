/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_events.c - writers: one thread's event records.
 *
 * A writer stops only between calls, after writing MeasurementOnOff;
 * trace_writer_finish() leaves open regions and ends the program.
 */
#include "measure/trace/trace_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/cancel.h"
#include "base/log.h"
#include "model/call.h"

void trace_write_on_off(struct trace_writer *writer, uint64_t ticks, bool on)
{
    WRITE(MeasurementOnOff, on ? OTF2_MEASUREMENT_ON : OTF2_MEASUREMENT_OFF);
}

static void stop_writer(struct trace_writer *writer, uint64_t ticks)
{
    if (!writer->marked_off)
        trace_write_on_off(writer, ticks, false);
    if (!writer_is_on(writer))
        return;
    writer->state = WRITER_STOPPED;
    writer->stopped = writer->last;
}

static inline bool writer_is_full(const struct trace_writer *writer)
{
    return __atomic_load_n(&writer->full, __ATOMIC_RELAXED);
}

/* Before something begins outside of calls: whether to record it. */
static inline bool writer_may_begin(struct trace_writer *writer,
                                    uint64_t ticks)
{
    if (!writer_is_on(writer))
        return false;
    if (__builtin_expect(writer_is_full(writer) && !writer->in_call, 0) &&
        !writer->counted) {
        stop_writer(writer, ticks);
        return false;
    }
    return true;
}

static void mark_flush(struct trace_writer *writer)
{
    uint64_t begin = writer->flush_begin, end = writer->flush_end;

    writer->flush_begin = writer->flush_end = 0;
    writer->flush_ticks += end - begin;
    begin = writer_stamp(writer, begin);
    if (end < begin)
        end = begin;
    writer_expect(
        writer, OTF2_EvtWriter_BufferFlush(writer->events, NULL, begin, end));
}

/* After the last record of a call or region change. */
static inline void event_ended(struct trace_writer *writer)
{
    if (__builtin_expect(writer->flush_end != 0, 0))
        mark_flush(writer);
}

static void write_counters(struct trace_writer *writer, uint64_t ticks)
{
    static const OTF2_Type types[PROFILE_COUNTERS] = {
        OTF2_TYPE_UINT64, OTF2_TYPE_UINT64, OTF2_TYPE_UINT64, OTF2_TYPE_UINT64,
        OTF2_TYPE_UINT64, OTF2_TYPE_UINT64, OTF2_TYPE_UINT64, OTF2_TYPE_UINT64
    };

    WRITE(Metric, ARCHIVE_METRIC_CLASS, writer->trace->counter_count, types,
          writer->counters);
}

/* Every Enter and Leave tells counters if there are any, as readers expect of
 * a class that is strictly synchronous. */
static inline void tell_counters(struct trace_writer *writer, uint64_t ticks)
{
    if (__builtin_expect(writer->trace->counter_count == 0, 1))
        return;
    if (!writer->counted)
        write_counters(writer, ticks);
    writer->counted = false;
}

static void write_enter(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region)
{
    tell_counters(writer, ticks);
    WRITE(Enter, region);
}

void trace_write_region(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region)
{
    write_enter(writer, ticks, call_count + region);
}

static void write_leave(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region)
{
    tell_counters(writer, ticks);
    WRITE(Leave, region);
}

/* A tick before the first call: readers may sort what has the same time. */
static void begin_program(struct trace_writer *writer, uint64_t ticks)
{
    ticks -= ticks > 0;
    writer->first = writer->last = ticks;
    if (writer->thread == 0)
        writer_expect(writer, OTF2_EvtWriter_ProgramBegin(
                                  writer->events, NULL, ticks,
                                  ARCHIVE_STRING_PROGRAM, 0, NULL));
    write_enter(writer, ticks, call_count);
}

void trace_writer_destroy(struct trace_writer *writer)
{
    if (writer == NULL)
        return;
    if (writer->attributes != NULL)
        OTF2_AttributeList_Delete(writer->attributes);
    FREE_ALL(writer->used, writer->open, writer);
}

static struct trace_writer *writer_new(struct trace *trace, uint32_t thread)
{
    struct trace_writer *writer = calloc(1, sizeof(*writer));

    if (writer == NULL)
        return NULL;
    writer->trace = trace;
    writer->state = trace->rules == NULL ? WRITER_ON : WRITER_PICKING;
    writer->thread = thread;
    memcpy(writer->counters, trace->first_counters, sizeof(writer->counters));
    writer->open_room = 64;
    writer->open = calloc(writer->open_room, sizeof(*writer->open));
    writer->used = calloc(call_count, 1);
    writer->attributes = OTF2_AttributeList_New();
    if (writer->open != NULL && writer->used != NULL &&
        writer->attributes != NULL)
        return writer;
    trace_writer_destroy(writer);
    return NULL;
}

struct trace_writer *trace_writer_create(struct trace *trace, uint32_t thread,
                                         uint64_t ticks)
{
    struct trace_writer *writer;
    uint64_t location;
    int before;

    if (trace == NULL || trace->archive == NULL || !trace->record)
        return NULL;
    writer = writer_new(trace, thread);
    if (writer == NULL)
        return NULL;
    before = cancel_lock(&trace->lock);
    writer->next = trace->writers;
    trace->writers = writer;
    cancel_unlock(&trace->lock, before);
    location = archive_location_id(thread, (uint32_t)trace->collective.rank);
    writer->events = OTF2_Archive_GetEvtWriter(trace->archive, location);
    if (writer->events == NULL)
        writer_fail(writer);
    else
        begin_program(writer, ticks);
    if (thread > 0)
        trace_begin_run(writer, ticks);
    return writer;
}

void trace_writer_empty(struct trace *trace, uint64_t ticks)
{
    struct trace_writer *writer;

    trace->record = true;
    writer = trace_writer_create(trace, 0, ticks);
    if (writer == NULL)
        return;
    writer->empty = true;
    if (writer_is_on(writer))
        stop_writer(writer, writer->last); /* it took no time */
}

uint64_t trace_writer_flush_ticks(struct trace_writer *writer)
{
    uint64_t ticks;

    if (writer == NULL)
        return 0;
    ticks = writer->flush_ticks;
    writer->flush_ticks = 0;
    return ticks;
}

static void write_call(struct trace_writer *writer, uint64_t ticks,
                       uint32_t call, OTF2_AttributeList *list)
{
    writer->in_call = true;
    writer->calls++;
    writer->used[call] = 1;
    tell_counters(writer, ticks);
    writer_expect(writer,
                  OTF2_EvtWriter_Enter(writer->events, list,
                                       writer_stamp(writer, ticks), call));
}

static void add_path(struct trace_writer *writer, uint32_t path)
{
    OTF2_AttributeValue value = { .callingContextRef = path };

    OTF2_AttributeList_AddAttribute(writer->attributes, ARCHIVE_ATTRIBUTE_PATH,
                                    OTF2_TYPE_CALLING_CONTEXT, value);
}

static void add_object(struct trace_writer *writer, uint32_t object)
{
    OTF2_AttributeValue value;

    if (object_kind(object) == OBJECT_WINDOW) {
        value.rmaWinRef = object_id(object);
        OTF2_AttributeList_AddAttribute(writer->attributes,
                                        ARCHIVE_ATTRIBUTE_WINDOW,
                                        OTF2_TYPE_RMA_WIN, value);
    } else {
        value.ioFileRef = object_id(object);
        OTF2_AttributeList_AddAttribute(writer->attributes,
                                        ARCHIVE_ATTRIBUTE_FILE,
                                        OTF2_TYPE_IO_FILE, value);
    }
}

void trace_write_call(struct trace_writer *writer, uint64_t ticks,
                      uint32_t call, uint32_t path, uint32_t object)
{
    if (path != 0)
        add_path(writer, path);
    if (object != 0)
        add_object(writer, object);
    write_call(writer, ticks, call,
               path != 0 || object != 0 ? writer->attributes : NULL);
}

static inline bool call_is_held(struct trace_writer *writer, uint64_t ticks,
                                uint32_t call, uint32_t path, uint32_t object)
{
    return __builtin_expect(writer->state != WRITER_ON, 0) &&
           trace_pick_hold(writer, ticks, call, path, object);
}

void trace_enter(struct trace_writer *writer, uint64_t ticks, uint32_t call,
                 uint32_t path)
{
    if (!writer_may_begin(writer, ticks) ||
        call_is_held(writer, ticks, call, path, 0))
        return;
    if (path != 0)
        add_path(writer, path);
    write_call(writer, ticks, call, path != 0 ? writer->attributes : NULL);
}

void trace_enter_on(struct trace_writer *writer, uint64_t ticks, uint32_t call,
                    uint32_t path, uint32_t object)
{
    if (!writer_may_begin(writer, ticks) ||
        call_is_held(writer, ticks, call, path, object))
        return;
    trace_write_call(writer, ticks, call, path, object);
}

/* Whether its Leave is to be written. */
static inline bool writer_stays(struct trace_writer *writer)
{
    if (writer == NULL)
        return false;
    if (__builtin_expect(writer->state == WRITER_ON, 1))
        return true;
    return writer->state <= WRITER_HOLDING && !trace_pick_leave(writer);
}

/* After the Leave of a call that the rules had a say in. */
static inline void call_left(struct trace_writer *writer, uint64_t ticks)
{
    if (__builtin_expect(writer->state == WRITER_PICKING, 0))
        trace_pick_mark(writer, ticks);
    event_ended(writer);
}

void trace_leave(struct trace_writer *writer, uint64_t ticks, uint32_t call)
{
    if (!writer_stays(writer))
        return;
    writer->in_call = false;
    write_leave(writer, ticks, call);
    call_left(writer, ticks);
}

void trace_leave_failed(struct trace_writer *writer, uint64_t ticks,
                        uint32_t call, int error)
{
    OTF2_AttributeValue value = { .int32 = error };

    if (!writer_stays(writer))
        return;
    writer->in_call = false;
    tell_counters(writer, ticks);
    OTF2_AttributeList_AddAttribute(
        writer->attributes, ARCHIVE_ATTRIBUTE_ERROR, OTF2_TYPE_INT32, value);
    writer_expect(writer,
                  OTF2_EvtWriter_Leave(writer->events, writer->attributes,
                                       writer_stamp(writer, ticks), call));
    call_left(writer, ticks);
}

void trace_first_counters(struct trace *trace, const uint64_t *values)
{
    if (trace == NULL)
        return;
    for (uint8_t i = 0; i < trace->counter_count; i++)
        trace->first_counters[i].unsigned_int = values == NULL ? 0 : values[i];
}

static void tell_readings(struct trace_writer *writer, uint64_t ticks,
                          const uint64_t *values)
{
    for (uint8_t i = 0; i < writer->trace->counter_count; i++)
        writer->counters[i].unsigned_int = values[i];
    write_counters(writer, ticks);
    writer->counted = true;
}

void trace_counters(struct trace_writer *writer, uint64_t ticks,
                    const uint64_t *values)
{
    if (writer == NULL || writer->trace->counter_count == 0)
        return;
    if (writer->state == WRITER_PICKING || writer->state == WRITER_HOLDING)
        trace_pick_readings(writer, values);
    else if (writer_may_begin(writer, ticks))
        tell_readings(writer, ticks, values);
}

/* That of the region itself stays, unless one around it is left out. */
void trace_region_enter(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region, unsigned how)
{
    struct trace_open_region *into;

    if (!writer_may_begin(writer, ticks))
        return;
    if (!array_room(&writer->open, writer->open_count, &writer->open_room,
                    sizeof(*writer->open))) {
        stop_writer(writer, ticks);
        return;
    }
    into = &writer->open[writer->open_count];
    writer->only_open += (how & TRACE_REGION_ONLY) != 0;
    if (how & TRACE_REGION_ONLY) {
        trace_pick_mark(writer, ticks);
        trace_pick_outer(writer, ticks);
    }
    *into = (struct trace_open_region){ region, (uint8_t)how,
                                        writer->state == WRITER_ON ||
                                            !trace_is_off(writer) };
    writer->open_count++;
    if (into->written)
        trace_write_region(writer, ticks, region);
    writer->skip_open += (how & TRACE_REGION_SKIPPED) != 0;
    if (how & TRACE_REGION_SKIPPED)
        trace_pick_mark(writer, ticks);
    event_ended(writer);
}

void trace_region_leave(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region)
{
    struct trace_open_region last;

    if (!writer_is_on(writer) || writer->open_count == 0 ||
        writer->open[writer->open_count - 1].region != region)
        return;
    last = writer->open[--writer->open_count];
    writer->skip_open -= (last.how & TRACE_REGION_SKIPPED) != 0;
    if (last.how & TRACE_REGION_SKIPPED)
        trace_pick_mark(writer, ticks);
    if (last.written)
        write_leave(writer, ticks, call_count + region);
    writer->only_open -= (last.how & TRACE_REGION_ONLY) != 0;
    if (last.how & TRACE_REGION_ONLY)
        trace_pick_mark(writer, ticks);
    event_ended(writer);
}

void trace_on_off(struct trace_writer *writer, uint64_t ticks, bool on)
{
    if (!writer_is_on(writer))
        return;
    writer->paused = !on;
    trace_pick_mark(writer, ticks);
    event_ended(writer);
}

static OTF2_ErrorCode write_sample(struct trace_writer *writer, uint64_t stamp,
                                   const struct trace_sample *sample)
{
    OTF2_AttributeValue value = { .uint64 = sample->weight };
    OTF2_AttributeList *list = NULL;

    if (sample->weight > 1) {
        list = writer->attributes;
        OTF2_AttributeList_AddAttribute(list, ARCHIVE_ATTRIBUTE_WEIGHT,
                                        OTF2_TYPE_UINT64, value);
    }
    return OTF2_EvtWriter_CallingContextSample(writer->events, list, stamp,
                                               sample->path, sample->distance,
                                               ARCHIVE_INTERRUPT_GENERATOR);
}

bool trace_sample(struct trace_writer *writer, uint64_t ticks,
                  const struct trace_sample *sample)
{
    uint64_t stamp;

    if (writer == NULL || !writer_may_begin(writer, ticks) ||
        writer->marked_off)
        return false;
    stamp = writer_stamp(writer, ticks);
    for (uint64_t i = 0; i < sample->weight && writer_is_on(writer); i++)
        writer_expect(writer, write_sample(writer, stamp, sample));
    return true;
}

void trace_samples_end(struct trace_writer *writer)
{
    if (writer_is_on(writer))
        event_ended(writer);
}

/* The program ends a tick after what it encloses. */
static void leave_all(struct trace_writer *writer, uint64_t ticks)
{
    event_ended(writer);
    while (writer->open_count-- > 0)
        if (writer->open[writer->open_count].written)
            write_leave(writer, ticks,
                        call_count + writer->open[writer->open_count].region);
    write_leave(writer, ticks > writer->last ? ticks : writer->last + 1,
                call_count);
    if (writer->thread == 0)
        WRITE(ProgramEnd, OTF2_UNDEFINED_INT64);
}

void trace_writer_finish(struct trace_writer *writer, uint64_t end_ticks)
{
    if (writer->events == NULL)
        return;
    if (writer->state == WRITER_HOLDING)
        writer->state = WRITER_PICKING;
    if (writer_is_on(writer) && writer_is_full(writer))
        stop_writer(writer, writer->last); /* it did nothing since */
    if (writer_is_on(writer))
        trace_pick_end(writer, end_ticks);
    if (writer->state != WRITER_FAILED)
        leave_all(writer, end_ticks);
    if (writer->state == WRITER_FAILED)
        return; /* see close_archive() */
    if (writer_is_on(writer))
        writer->state = WRITER_STOPPED; /* nothing comes after ProgramEnd */
    OTF2_EvtWriter_GetNumberOfEvents(writer->events, &writer->event_count);
    if (OTF2_Archive_CloseEvtWriter(writer->trace->archive, writer->events) !=
        OTF2_SUCCESS)
        writer_fail(writer);
    writer->events = NULL;
    trace_room_return(writer);
}
