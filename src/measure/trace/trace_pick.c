/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_pick.c - applies the rules of MPIPROF_TRACE_SKIP and _ONLY.
 *
 * A call that may be left out is held: its Enter is delayed until some record
 * in it is required, or until its Leave at the latest.  A call is recorded as
 * a whole after its end, so the delay takes no time.  Regions left out are
 * marked by MeasurementOnOff; a call inside that ends an operation begun
 * outside stands between its own two marks.
 */
#include "measure/trace/trace_internal.h"

static bool region_is_out(const struct trace_writer *writer)
{
    const struct trace_rules *rules = writer->trace->rules;

    return writer->begun && rules != NULL &&
           (writer->skip_open > 0 ||
            (rules->only_regions && writer->only_open == 0));
}

bool trace_is_off(const struct trace_writer *writer)
{
    return writer != NULL && region_is_out(writer);
}

static enum trace_verdict verdict_of(const struct trace_writer *writer,
                                     uint32_t call)
{
    if (region_is_out(writer))
        return writer->skip_open > 0 ? TRACE_SKIPPED : TRACE_NOT_ONLY;
    return (enum trace_verdict)writer->trace->rules->calls[call];
}

bool trace_pick_hold(struct trace_writer *writer, uint64_t ticks,
                     uint32_t call, uint32_t path, uint32_t object)
{
    enum trace_verdict verdict = verdict_of(writer, call);

    if (verdict == TRACE_IN)
        return false;
    writer->held = (struct trace_held){ .ticks = ticks,
                                        .call = call,
                                        .path = path,
                                        .object = object,
                                        .verdict = (uint8_t)verdict };
    writer->state = WRITER_HOLDING;
    writer->in_call = true;
    return true;
}

bool trace_pick_release(struct trace_writer *writer)
{
    const struct trace_held *held = &writer->held;

    if (held->mute)
        return false;
    writer->state = WRITER_PICKING;
    if (writer->marked_off) {
        trace_write_on_off(writer, held->ticks, true);
        writer->marked_off = false;
    }
    trace_write_call(writer, held->ticks, held->call, held->path,
                     held->object);
    return true;
}

/* Its bytes decide, but it has transferred none. */
static bool held_has_no_size(const struct trace_writer *writer)
{
    return writer->held.verdict == TRACE_BY_SIZE &&
           writer->held.passed == TRACE_IN;
}

bool trace_pick_leave(struct trace_writer *writer)
{
    enum trace_verdict why = (enum trace_verdict)writer->held.verdict;

    if (writer->state == WRITER_HOLDING && held_has_no_size(writer))
        trace_pick_release(writer);
    if (writer->state != WRITER_HOLDING)
        return false;
    if (why == TRACE_BY_SIZE)
        why = (enum trace_verdict)writer->held.passed;
    writer->skipped += why == TRACE_SKIPPED;
    writer->not_only += why == TRACE_NOT_ONLY;
    writer->state = WRITER_PICKING;
    writer->in_call = false;
    return true;
}

void trace_keep(struct trace_writer *writer)
{
    if (writer != NULL && writer->state == WRITER_HOLDING)
        trace_pick_release(writer);
}

bool trace_takes(const struct trace_writer *writer)
{
    return writer_is_on(writer);
}

/* Whether bytes are in, as the rules have it. */
static bool size_is_in(struct trace_writer *writer, uint64_t bytes)
{
    enum trace_verdict verdict =
        trace_rules_size(writer->trace->rules, bytes, &writer->met);

    if (verdict == TRACE_IN)
        return true;
    if (writer->held.passed != TRACE_SKIPPED)
        writer->held.passed = (uint8_t)verdict;
    return false;
}

/* A call may be in the trace without its message, not the other way round. */
static bool take_message(struct trace_writer *writer)
{
    bool messages = writer->trace->rules->messages;

    if (messages || writer->held.verdict == TRACE_BY_SIZE)
        trace_keep(writer);
    return messages;
}

bool trace_takes_message(struct trace_writer *writer, uint64_t bytes)
{
    if (writer == NULL || writer->state > WRITER_HOLDING)
        return false;
    if (writer->state == WRITER_ON)
        return true;
    return !region_is_out(writer) && size_is_in(writer, bytes) &&
           take_message(writer);
}

/* The size to come is still unknown: any size up to room. */
bool trace_takes_receive(struct trace_writer *writer, uint64_t room)
{
    if (writer == NULL || writer->state > WRITER_HOLDING)
        return false;
    if (writer->state == WRITER_ON)
        return true;
    if (region_is_out(writer))
        return false;
    if (room < writer->trace->rules->least)
        return size_is_in(writer, room);
    return take_message(writer);
}

/* Wherever that is: it began where it was wanted. */
bool trace_pick_end_of_message(struct trace_writer *writer, uint64_t bytes)
{
    return writer->state <= WRITER_HOLDING && size_is_in(writer, bytes) &&
           writer_must(writer);
}

bool trace_takes_transfer(struct trace_writer *writer, uint64_t bytes)
{
    if (writer_is_on(writer))
        return true;
    if (writer == NULL || writer->state != WRITER_HOLDING ||
        writer->held.verdict != TRACE_BY_SIZE || !size_is_in(writer, bytes))
        return false;
    trace_keep(writer);
    return true;
}

bool trace_pick_sync(struct trace_writer *writer)
{
    return writer != NULL && writer->state == WRITER_HOLDING &&
           !region_is_out(writer) && writer->trace->rules->transfers &&
           trace_pick_release(writer);
}

void trace_passes(struct trace_writer *writer)
{
    if (writer != NULL && writer->state == WRITER_HOLDING &&
        writer->held.passed == TRACE_IN)
        writer->held.passed = (uint8_t)writer->trace->rules->why_by_size;
}

/* They belong to the Enter or Leave that follows, which tells them. */
void trace_pick_readings(struct trace_writer *writer, const uint64_t *values)
{
    if (writer->state == WRITER_HOLDING) {
        if (!held_has_no_size(writer))
            return;
        trace_pick_release(writer);
    }
    for (uint8_t i = 0; i < writer->trace->counter_count; i++)
        writer->counters[i].unsigned_int = values[i];
}

void trace_pick_outer(struct trace_writer *writer, uint64_t ticks)
{
    if (region_is_out(writer))
        return;
    for (size_t i = 0; i < writer->open_count; i++) {
        if (writer->open[i].written)
            continue;
        writer->open[i].written = true;
        trace_write_region(writer, ticks, writer->open[i].region);
    }
}

void trace_pick_mark(struct trace_writer *writer, uint64_t ticks)
{
    bool off = writer->paused || region_is_out(writer);

    if (off == writer->marked_off)
        return;
    trace_write_on_off(writer, ticks, !off);
    writer->marked_off = off;
}

void trace_begin_run(struct trace_writer *writer, uint64_t ticks)
{
    if (!writer_is_on(writer))
        return;
    writer->begun = true;
    trace_pick_mark(writer, ticks);
}

/* Recording that is off at the end has met its limit. */
void trace_pick_end(struct trace_writer *writer, uint64_t ticks)
{
    writer->begun = false;
    trace_pick_mark(writer, ticks);
}

bool trace_takes_persistent(struct trace *trace, uint64_t bytes, bool receives)
{
    uint64_t met = 0;
    bool takes = trace_rules_take(trace->rules, bytes, receives, &met);

    __atomic_or_fetch(&trace->met, met, __ATOMIC_RELAXED);
    return takes;
}

unsigned trace_region_rules(struct trace *trace, const char *path,
                            const char *name)
{
    uint64_t met = 0;
    unsigned how;

    if (trace == NULL || trace->rules == NULL)
        return 0;
    how = trace_rules_region(trace->rules, path, name, &met);
    __atomic_or_fetch(&trace->met, met, __ATOMIC_RELAXED);
    return how;
}
