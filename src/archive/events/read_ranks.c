/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_ranks.c - reads and sums up the events of one rank: location after
 * location, as far as they are readable.
 */
#include <string.h>

#include "base/log.h"
#include "archive/events/reading.h"

static void remark_damage(struct reading *reading,
                          const struct names_location *location)
{
    REMARK(&reading->profile->remarks, REMARK_RANK_DAMAGED,
           .numbers = { location->rank, reading->events.count,
                        location->events, location->id },
           .texts = { reading->damage });
}

static enum status refuse_location(struct reading *reading,
                                   const struct names_location *location,
                                   enum remark_code why)
{
    REMARK(&reading->profile->remarks, why,
           .numbers = { location->rank, location->id });
    return STATUS_BAD_FORMAT;
}

/* Events of a damaged location that can be read count.  stream: NULL for a
 * thread. */
static enum status read_events_of(struct reading *reading,
                                  const struct names_location *location,
                                  struct device_events *stream)
{
    struct read_progress *watch = reading->watch;
    const struct left_out *why = read_progress_left_out(watch, location->id);
    bool whole;

    if (location->events == 0)
        return STATUS_OK;
    if (why != NULL)
        return refuse_location(reading, location,
                               why->stuck ? REMARK_RANK_STUCK
                                          : REMARK_RANK_CRASHES);
    if (location->unmapped)
        return refuse_location(reading, location, REMARK_RANK_UNMAPPED);
    watch->location = location->id;
    watch->in_events = true;
    whole =
        stream != NULL
            ? reading->source->feed_stream(reading, location, stream)
            : reading->source->feed(reading, location, &reading->events, NULL);
    if (stream != NULL)
        reading->events.count = stream->count;
    watch->in_events = false;
    if (!whole)
        remark_damage(reading, location);
    return whole ? STATUS_OK : STATUS_BAD_FORMAT;
}

/* The damaged part is behind the window. */
static bool has_window(const struct reading *reading)
{
    return reading->events.started &&
           reading->events.time >= reading->events.to;
}

static void read_location(struct reading *reading,
                          const struct names_location *location,
                          struct rank_data *rank)
{
    enum status status;

    reading->damage[0] = '\0';
    events_start(&reading->events, location->thread == 0, location->leads);
    call_log_begin(&reading->events.log, location->rank, location->thread);
    status = read_events_of(reading, location, NULL);
    events_end(&reading->events);
    call_log_end(&reading->events.log, reading->events.begin,
                 location->thread == 0 ? reading->events.end
                                       : reading->events.time,
                 status != STATUS_OK || reading->events.stopped > 0);
    if (location->leads)
        rank->lead = rank->threads;
    rank->threads++;
    rank->trace_events += location->events;
    rank->trace_bytes += location->bytes;
    rank->cut = rank->cut || (status != STATUS_OK && !has_window(reading));
}

static uint64_t row_time(const struct reading *reading,
                         const struct rank_data *rank, const char *prefix)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < rank->row_count; i++)
        if (strncmp(reading->profile->calls[rank->rows[i].call].name, prefix,
                    strlen(prefix)) == 0)
            ns += rank->rows[i].time.sum;
    return ns;
}

/* Added up over ranks in the end. */
static void remark_count(struct reading *reading, enum remark_code code,
                         uint64_t count)
{
    if (count > 0)
        REMARK(&reading->profile->remarks, code, .numbers = { 1, count });
}

static enum status finish_rank(struct reading *reading, uint32_t number)
{
    struct rank_data *rank = &reading->profile->ranks[number];
    struct events *events = &reading->events;
    uint64_t end = events->end > events->begin ? events->end : events->begin;
    uint64_t length = events_inside(events, events->begin, end);
    enum status status = tally_finish(&reading->tally, length, rank);

    for (size_t i = 0; i < rank->row_count && !reading->window.given; i++)
        rank->trace_calls += rank->rows[i].count;
    events_finish_samples(events, &rank->samples);
    reading->begins[number] = events->begin;
    reading->ends[number] = end;
    rank->length = tally_ns(&reading->tally, length);
    rank->paused = tally_ns(&reading->tally, events->paused);
    rank->region_errors = events->region_errors;
    remark_count(reading, REMARK_TRACE_OUTSIDE_CALLS, events->outside);
    remark_count(reading, REMARK_TRACE_NO_COLLECTIVES, events->inferred);
    remark_count(reading, REMARK_TRACE_DEEP, events->too_deep_count);
    reading_remark_unused(reading, &reading->events.unused,
                          REMARK_TRACE_UNUSED_EVENTS);
    rank->init = row_time(reading, rank, "MPI_Init") +
                 row_time(reading, rank, "MPI_Session_init");
    rank->finalize = row_time(reading, rank, "MPI_Finalize") +
                     row_time(reading, rank, "MPI_Session_finalize");
    if (events->stopped > events->begin)
        rank->trace_stop =
            tally_ns(&reading->tally, events->stopped - events->begin);
    return status;
}

enum status read_rank(struct reading *reading, uint32_t *at)
{
    uint32_t rank = reading_location(reading, *at)->rank;

    events_new_rank(&reading->events, rank);
    for (; reading_belongs(reading, *at) &&
           reading_location(reading, *at)->rank == rank;
         ++*at)
        read_location(reading, reading_location(reading, *at),
                      &reading->profile->ranks[rank]);
    return finish_rank(reading, rank);
}

/* Kernels and copies count if they start in the rank's measured part. */
static void read_stream(struct reading *reading,
                        const struct names_location *stream)
{
    struct rank_data *rank = &reading->profile->ranks[stream->rank];
    struct events *events = &reading->events;
    struct device_events into = {
        .names = &reading->names,
        .tally = &reading->tally,
        .calls = &events->log,
        .use = &rank->devices,
        .memory = &rank->memory,
        .origin = reading->origin,
        .rank = stream->rank,
        .from = events_clip(events, reading->begins[stream->rank]),
        .to = events_clip(events, reading->ends[stream->rank])
    };

    reading->damage[0] = '\0';
    rank->memory.width = (reading->watch->run + MEMORY_BINS - 1) / MEMORY_BINS;
    rank->memory.width += rank->memory.width == 0;
    if (!stream->metrics &&
        !device_use_stream(&rank->devices,
                           names_text(&reading->names, stream->name))) {
        reading->names.status = STATUS_NO_MEMORY;
        return;
    }
    if (reading->log != NULL && !stream->metrics)
        replay_log_begin(reading->log, stream->rank, stream->thread);
    if (read_events_of(reading, stream, &into) == STATUS_OK)
        device_events_end(&into);
    if (reading->log != NULL && !stream->metrics)
        replay_log_end(reading->log, 0, 0, false);
}

enum status read_streams(struct reading *reading)
{
    uint32_t i = 0,
             before = reading->log != NULL ? reading->log->location_count : 0;
    const struct names_location *stream;
    enum status status;

    reading->streams = true;
    if (reading_next(reading, &i) == NULL ||
        reading->source->feed_stream == NULL)
        return STATUS_OK;
    reading->source->close(reading);
    status = reading->source->open(reading);
    if (status == STATUS_OK)
        status = reading->source->begin(reading);
    i = 0;
    while (status == STATUS_OK &&
           (stream = reading_next(reading, &i)) != NULL) {
        read_stream(reading, stream);
        status = read_ranks_check(reading);
    }
    if (reading->log != NULL)
        replay_log_set_streams(reading->log, before);
    return status;
}

enum status read_ranks_check(const struct reading *reading)
{
    if (reading->names.status == STATUS_OK)
        return STATUS_OK;
    return log_fail(reading->names.status, "%s", reading->anchor);
}
