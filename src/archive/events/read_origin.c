/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_origin.c - finds the start of the first rank's measured part, before
 * all events are read.  A group searches together (read_group.c).
 *
 * Reads only as many events of each rank as needed, in a pass of its own over
 * the trace.
 */
#include <stdlib.h>

#include "base/log.h"
#include "archive/events/reading.h"

struct search {
    struct reading *reading;
    struct tally tally;
    struct events events;
};

static bool is_wanted(const struct search *search,
                      const struct names_location *location)
{
    return location->thread == 0 && location->events > 0 &&
           !location->unmapped &&
           read_progress_left_out(search->reading->watch, location->id) ==
               NULL;
}

/* Right after MPI_Init recording may be off for a while, see events.c. */
static bool is_known(const struct events *events)
{
    return events->begun && events->time > events->begin &&
           !(events->off_since != 0 && events->off_since == events->begin);
}

/* Ranks that have nothing measured do not count, as in reading_align(). */
static uint64_t begin_of(struct search *search,
                         const struct names_location *location)
{
    struct reading *reading = search->reading;
    struct events *events = &search->events;

    events_new_rank(events, location->rank);
    events_start(events, true, true);
    reading->watch->location = location->id;
    reading->watch->in_events = true;
    reading->source->feed(reading, location, events, is_known);
    reading->watch->in_events = false;
    return events->started && events->time > events->begin ? events->begin
                                                           : UINT64_MAX;
}

static uint64_t search_ranks(struct search *search)
{
    struct reading *reading = search->reading;
    uint64_t first = UINT64_MAX;

    for (uint32_t i = 0; reading_belongs(reading, i); i++) {
        const struct names_location *location = reading_location(reading, i);
        uint64_t begin = UINT64_MAX;

        if (reading_is_mine(reading, i) && is_wanted(search, location))
            begin = begin_of(search, location);
        first = begin < first ? begin : first;
    }
    return first;
}

/* The reading itself will complain about files that cannot be opened. */
static uint64_t search_trace(struct search *search)
{
    struct reading *reading = search->reading;
    void *archive = reading->archive;
    uint64_t first = UINT64_MAX;

    reading->archive = NULL;
    log_hold();
    if (reading->source->open(reading) == STATUS_OK &&
        reading->source->begin(reading) == STATUS_OK)
        first = search_ranks(search);
    log_release(NULL);
    reading->source->close(reading);
    reading->archive = archive;
    reading->damage[0] = '\0';
    return first;
}

enum status read_origin(struct reading *reading, uint64_t *origin)
{
    struct search *search = calloc(1, sizeof(*search));
    enum status status = STATUS_OK;

    if (search == NULL)
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    search->reading = reading;
    events_init(&search->events, &reading->names, &search->tally);
    if (tally_init(&search->tally, reading->profile->rank_count,
                   reading->tally.ns_per_tick))
        *origin = search_trace(search);
    else
        status = log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    events_clear(&search->events);
    tally_clear(&search->tally);
    free(search);
    return status;
}
