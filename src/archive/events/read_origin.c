/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_origin.c - finds the start of the first rank's measured part, before
 * all events are read.  A group searches together (read_group.c).
 *
 * Reads only as many events of each rank as needed, with a separate reader: a
 * reader opens the files of an archive once.
 */
#include <stdlib.h>

#include "base/log.h"
#include "archive/events/reading.h"

struct search {
    struct reading *reading;
    OTF2_Reader *reader;
    struct tally tally;
    struct calls calls;
};

static bool is_wanted(const struct search *search, uint32_t i)
{
    const struct reading *reading = search->reading;
    const struct names_location *location = reading_location(reading, i);

    return reading_is_mine(reading, i) && location->thread == 0 &&
           location->events > 0 &&
           read_progress_left_out(reading->watch, location->id) == NULL &&
           !read_is_emptied(reading, location);
}

/* Right after MPI_Init recording may be off for a while, see
 * otf2_calls.c. */
static bool is_known(const struct calls *calls)
{
    return calls->begun && calls->time > calls->begin &&
           !(calls->off_since != 0 && calls->off_since == calls->begin);
}

static void look_at(struct search *search,
                    const struct names_location *location)
{
    OTF2_EvtReader *events =
        OTF2_Reader_GetEvtReader(search->reader, location->id);
    struct calls *calls = &search->calls;
    uint64_t read = 1;

    if (events == NULL)
        return;
    OTF2_EvtReader_ApplyMappingTables(events, true);
    OTF2_EvtReader_ApplyClockOffsets(events, true);
    OTF2_Reader_RegisterEvtCallbacks(search->reader, events,
                                     search->reading->callbacks, calls);
    for (uint64_t i = 0; i < location->events && read == 1 && !is_known(calls);
         i++) {
        if (OTF2_Reader_ReadLocalEvents(search->reader, events, 1, &read) !=
            OTF2_SUCCESS)
            break;
        search->reading->watch->steps++;
    }
    OTF2_Reader_CloseEvtReader(search->reader, events);
}

/* Ranks that have nothing measured do not count, as in read_marks_align(). */
static uint64_t begin_of(struct search *search,
                         const struct names_location *location)
{
    struct calls *calls = &search->calls;
    struct read_progress *watch = search->reading->watch;

    calls_new_rank(calls, location->rank);
    calls_start(calls, true);
    watch->location = location->id;
    watch->in_events = true;
    look_at(search, location);
    watch->in_events = false;
    return calls->started && calls->time > calls->begin ? calls->begin
                                                        : UINT64_MAX;
}

static void read_local_names(struct search *search, uint32_t i)
{
    OTF2_DefReader *definitions = OTF2_Reader_GetDefReader(
        search->reader, reading_location(search->reading, i)->id);
    uint64_t read;

    search->reading->watch->steps++;
    if (definitions == NULL)
        return;
    OTF2_Reader_ReadAllLocalDefinitions(search->reader, definitions, &read);
    OTF2_Reader_CloseDefReader(search->reader, definitions);
}

/* All that the reader wants to have seen before the events. */
static bool prepare(struct search *search)
{
    OTF2_Reader *reader = search->reader;
    OTF2_GlobalDefReader *names = OTF2_Reader_GetGlobalDefReader(reader);
    uint64_t read;

    if (names == NULL)
        return false;
    OTF2_Reader_ReadAllGlobalDefinitions(reader, names, &read);
    OTF2_Reader_CloseGlobalDefReader(reader, names);
    for (uint32_t i = 0; reading_belongs(search->reading, i); i++)
        if (is_wanted(search, i))
            OTF2_Reader_SelectLocation(
                reader, reading_location(search->reading, i)->id);
    if (OTF2_Reader_OpenDefFiles(reader) == OTF2_SUCCESS) {
        for (uint32_t i = 0; reading_belongs(search->reading, i); i++)
            if (is_wanted(search, i))
                read_local_names(search, i);
        OTF2_Reader_CloseDefFiles(reader);
    }
    return OTF2_Reader_OpenEvtFiles(reader) == OTF2_SUCCESS;
}

static uint64_t find(struct search *search)
{
    struct reading *reading = search->reading;
    uint64_t first = UINT64_MAX;

    for (uint32_t i = 0; reading_belongs(reading, i); i++) {
        uint64_t begin = UINT64_MAX;

        if (is_wanted(search, i))
            begin = begin_of(search, reading_location(reading, i));
        first = begin < first ? begin : first;
    }
    return first;
}

static enum status search_all(struct search *search, uint64_t *origin)
{
    struct reading *reading = search->reading;
    uint64_t first = UINT64_MAX;

    if (!tally_init(&search->tally, reading->profile->rank_count,
                    reading->tally.ns_per_tick))
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    calls_init(&search->calls, &reading->names, &search->tally);
    search->reader = OTF2_Reader_Open(reading->anchor);
    if (search->reader != NULL &&
        OTF2_Reader_SetSerialCollectiveCallbacks(search->reader) ==
            OTF2_SUCCESS &&
        prepare(search)) {
        first = find(search);
        OTF2_Reader_CloseEvtFiles(search->reader);
    }
    if (search->reader != NULL)
        OTF2_Reader_Close(search->reader);
    reading->complaint.made = false; /* the next one will complain, too */
    *origin = first;
    return STATUS_OK;
}

enum status read_origin(struct reading *reading, uint64_t *origin)
{
    struct search *search = calloc(1, sizeof(*search));
    enum status status;

    if (search == NULL)
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    search->reading = reading;
    status = search_all(search, origin);
    calls_clear(&search->calls);
    tally_clear(&search->tally);
    free(search);
    return status;
}
