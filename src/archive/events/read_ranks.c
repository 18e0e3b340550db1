/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_ranks.c - reads and sums up the events of one rank: location after
 * location, as far as they are readable.
 */
#include <string.h>

#include "base/log.h"
#include "archive/reader/archive_size.h"
#include "archive/events/reading.h"

#define EVENTS_AT_ONCE (1u << 20)

/* Feeds the events in parts, so that the watch sees them go by.  More than
 * the file has bytes are read by a reader that runs in circles. */
static bool feed_parts(struct reading *reading, OTF2_EvtReader *events,
                       uint64_t promised, uint64_t bytes)
{
    uint64_t all = 0, read = EVENTS_AT_ONCE;
    OTF2_ErrorCode code = OTF2_SUCCESS;

    while (code == OTF2_SUCCESS && read == EVENTS_AT_ONCE && all <= bytes) {
        code = OTF2_Reader_ReadLocalEvents(reading->reader, events,
                                           EVENTS_AT_ONCE, &read);
        all += read;
        reading->watch->events += read;
        reading->watch->steps++;
    }
    return code == OTF2_SUCCESS && all >= promised && all <= bytes;
}

static enum status feed_events(struct reading *reading,
                               const struct names_location *location,
                               uint64_t bytes)
{
    OTF2_EvtReader *events =
        OTF2_Reader_GetEvtReader(reading->reader, location->id);
    bool whole;

    if (events == NULL)
        return STATUS_BAD_FORMAT;
    OTF2_EvtReader_ApplyMappingTables(events, true);
    OTF2_EvtReader_ApplyClockOffsets(events, true);
    OTF2_Reader_RegisterEvtCallbacks(reading->reader, events,
                                     reading->callbacks, &reading->calls);
    whole = feed_parts(reading, events, location->events, bytes);
    OTF2_Reader_CloseEvtReader(reading->reader, events);
    return whole ? STATUS_OK : STATUS_BAD_FORMAT;
}

static void remark_damage(struct reading *reading,
                          const struct names_location *location)
{
    const struct complaint *complaint = &reading->complaint;

    profile_remark(
        reading->profile,
        "The trace of rank %u is damaged after %llu events of "
        "%llu, the rest of it is left out; copy %llu.evt again "
        "(%s).",
        location->rank, (unsigned long long)reading->calls.events,
        (unsigned long long)location->events, (unsigned long long)location->id,
        complaint->made ? complaint->text : "it holds fewer than it should");
}

static void remark_left_out_location(struct reading *reading,
                                     const struct names_location *location,
                                     const struct left_out *why)
{
    profile_remark(reading->profile,
                   "The trace of rank %u is damaged and left out: reading "
                   "%llu.evt %s; copy it again.",
                   location->rank, (unsigned long long)location->id,
                   why->stuck ? "does not end" : "crashes");
}

static void remark_unmapped(struct reading *reading,
                            const struct names_location *location)
{
    profile_remark(reading->profile,
                   "The trace of rank %u is left out: "
                   "%llu.def, which says what its names are, is empty; copy "
                   "it again.",
                   location->rank, (unsigned long long)location->id);
}

/* What can be read of a damaged location counts. */
static enum status read_events_of(struct reading *reading,
                                  const struct names_location *location,
                                  uint64_t bytes)
{
    struct read_progress *watch = reading->watch;
    const struct left_out *why = read_progress_left_out(watch, location->id);
    enum status status;

    if (location->events == 0)
        return STATUS_OK;
    if (why != NULL) {
        remark_left_out_location(reading, location, why);
        return STATUS_BAD_FORMAT;
    }
    if (location->unmapped) {
        remark_unmapped(reading, location);
        return STATUS_BAD_FORMAT;
    }
    watch->location = location->id;
    watch->in_events = true;
    status = feed_events(reading, location, bytes);
    watch->in_events = false;
    if (status != STATUS_OK)
        remark_damage(reading, location);
    return status;
}

/* What is damaged is behind the window. */
static bool has_window(const struct reading *reading)
{
    return reading->calls.started && reading->calls.time >= reading->calls.to;
}

static void read_location(struct reading *reading,
                          const struct names_location *location,
                          struct rank_data *rank)
{
    uint64_t bytes = archive_size_of_events(reading->anchor, location->id);
    enum status status;

    reading->complaint.made = false;
    calls_start(&reading->calls, location->thread == 0);
    call_log_begin(&reading->calls.log, location->rank, location->thread);
    status = read_events_of(reading, location, bytes);
    calls_end(&reading->calls);
    call_log_end(&reading->calls.log, reading->calls.begin,
                 location->thread == 0 ? reading->calls.end
                                       : reading->calls.time,
                 status != STATUS_OK || reading->calls.stopped > 0);
    rank->threads++;
    rank->trace_events += location->events;
    rank->trace_bytes += bytes;
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

static enum status finish_rank(struct reading *reading, uint32_t number)
{
    struct rank_data *rank = &reading->profile->ranks[number];
    struct calls *calls = &reading->calls;
    uint64_t end = calls->end > calls->begin ? calls->end : calls->begin;
    uint64_t length = calls_inside(calls, calls->begin, end);
    enum status status = tally_finish(&reading->tally, length, rank);

    for (size_t i = 0; i < rank->row_count && !reading->window.given; i++)
        rank->trace_calls += rank->rows[i].count;
    calls_finish_samples(calls, &rank->samples);
    reading->begins[number] = calls->begin;
    reading->ends[number] = end;
    rank->length = tally_ns(&reading->tally, length);
    rank->paused = tally_ns(&reading->tally, calls->paused);
    rank->region_errors = calls->region_errors;
    rank->init = row_time(reading, rank, "MPI_Init") +
                 row_time(reading, rank, "MPI_Session_init");
    rank->finalize = row_time(reading, rank, "MPI_Finalize") +
                     row_time(reading, rank, "MPI_Session_finalize");
    if (calls->stopped > calls->begin)
        rank->trace_stop =
            tally_ns(&reading->tally, calls->stopped - calls->begin);
    return status;
}

enum status read_rank(struct reading *reading, uint32_t *at)
{
    uint32_t rank = reading_location(reading, *at)->rank;

    calls_new_rank(&reading->calls, rank);
    for (; reading_belongs(reading, *at) &&
           reading_location(reading, *at)->rank == rank;
         ++*at)
        read_location(reading, reading_location(reading, *at),
                      &reading->profile->ranks[rank]);
    return finish_rank(reading, rank);
}

enum status read_ranks_check(const struct reading *reading)
{
    if (reading->names.status == STATUS_OK)
        return STATUS_OK;
    return log_fail(reading->names.status, "%s", reading->anchor);
}
