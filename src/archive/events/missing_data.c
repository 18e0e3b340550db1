/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * missing_data.c - missing data of the ranks of an archive, and their start
 * times.
 */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/ranklist.h"
#include "base/text/escape.h"
#include "base/text/strbuf.h"
#include "model/notes/trace_note.h"
#include "archive/events/reading.h"

static bool is_measured(const struct reading *reading, uint32_t rank)
{
    return reading->ends[rank] > reading->begins[rank];
}

/* Times of a rank that was measured, since the run's start. */
static uint64_t ns_of(const struct reading *reading, uint64_t tick)
{
    return tick > reading->origin
               ? tally_ns(&reading->tally, tick - reading->origin)
               : 0;
}

/* Times of ranks count from the first end of MPI_Init. */
void reading_align(struct reading *reading)
{
    struct profile *profile = reading->profile;
    uint64_t first = UINT64_MAX;

    for (uint32_t i = 0; i < profile->rank_count; i++)
        if (is_measured(reading, i) && reading->begins[i] < first)
            first = reading->begins[i];
    if (!reading->window.given)
        reading->origin = first;
    for (uint32_t i = 0; i < profile->rank_count; i++)
        if (is_measured(reading, i)) {
            profile->ranks[i].begin = ns_of(
                reading, events_clip(&reading->events, reading->begins[i]));
            if (ns_of(reading, reading->ends[i]) > reading->watch->run)
                reading->watch->run = ns_of(reading, reading->ends[i]);
        }
    if (first != UINT64_MAX && reading->names.realtime != 0 &&
        first > reading->names.first_tick)
        profile->start_unix_ns +=
            tally_ns(&reading->tally, first - reading->names.first_tick);
}

/* In a window there may be nothing of a rank. */
static bool is_missing(const struct reading *reading, uint32_t number)
{
    const struct rank_data *rank = &reading->profile->ranks[number];

    return rank->length == 0 && rank->row_count == 0 &&
           (!reading->window.given || reading->ends[number] == 0);
}

/* Ranks of which nothing was read, and those whose trace ends early. */
static enum status mark_incomplete(struct reading *reading)
{
    struct profile *profile = reading->profile;
    uint32_t missing = 0, cut = 0;

    for (uint32_t i = 0; i < profile->rank_count; i++) {
        struct rank_data *rank = &profile->ranks[i];

        if (reading_reaches_end(reading, i))
            rank->trace_stop = 0;
        rank->missing = is_missing(reading, i);
        rank->cut = !rank->missing && (rank->cut || rank->trace_stop > 0);
        missing += rank->missing;
        cut += rank->trace_stop > 0;
    }
    if (missing == profile->rank_count)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: holds no events that can be "
                        "read; copy all of the run's directory again",
                        reading->anchor);
    if (cut > 0)
        REMARK(&profile->remarks, REMARK_TRACE_ENDS_EARLY,
               .numbers = { cut, profile->rank_count });
    return STATUS_OK;
}

/* The ranks without events that were to have none. */
static void mark_untraced(struct reading *reading)
{
    struct profile *profile = reading->profile;
    char *text = reading_note(reading, TRACE_NOTE_RANKS);
    struct ranklist list;
    bool beyond;

    if (text != NULL && ranklist_parse_part(text, (int)profile->rank_count,
                                            &list, &beyond) == STATUS_OK) {
        for (uint32_t i = 0; i < profile->rank_count; i++)
            profile->ranks[i].untraced =
                profile->ranks[i].missing && !ranklist_has(&list, (int)i);
        ranklist_clear(&list);
    }
    free(text);
}

/* Calls that the rules of the run have left out, and these rules: two notes of
 * the trace.  A window has no count of them. */
static void remark_left_out(struct reading *reading, const char *rules,
                            const char *events, const char *setting)
{
    char *text = reading_note(reading, rules);
    char *number = reading_note(reading, events);
    bool whole = reading->window.given;

    if (text != NULL && number != NULL && strcmp(number, "0") != 0) {
        uint64_t calls = strtoull(number, NULL, 10);
        struct strbuf name = { 0 };

        escape_restore(&name, text);
        REMARK(&reading->profile->remarks,
               calls > 0 ? REMARK_TRACE_WITHOUT : REMARK_TRACE_WITHOUT_SOME,
               .numbers = { calls > 0 ? calls : whole, whole },
               .texts = { setting, strbuf_text(&name) });
        strbuf_clear(&name);
    }
    free(text);
    free(number);
}

/* Ranks that a note of a recovered trace lists; said: a sentence has them. */
static void remark_ranks(struct reading *reading, const char *note,
                         uint32_t code, bool said)
{
    struct profile *profile = reading->profile;
    char *text = reading_note(reading, note);
    struct ranklist list;
    bool beyond;

    if (text != NULL && ranklist_parse_part(text, (int)profile->rank_count,
                                            &list, &beyond) == STATUS_OK) {
        for (size_t i = 0; code == REMARK_RECOVERED_CUT && i < list.count; i++)
            if (!reading_reaches_end(reading, (uint32_t)list.members[i]))
                profile->ranks[list.members[i]].cut = true;
        if (!said)
            REMARK(&profile->remarks, code, .numbers = { list.count },
                   .texts = { text });
        ranklist_clear(&list);
    }
    free(text);
}

/* Gaps of a trace that was made from data of killed ranks. */
static void remark_recovered(struct reading *reading)
{
    static const char *const notes[] = TRACE_NOTES_RECOVERED;
    char *text = reading_note(reading, TRACE_NOTE_RECOVERED);
    struct strbuf said = { 0 };
    bool old;

    if (text == NULL)
        return;
    old = strcmp(text, TRACE_NOTE_YES) != 0;
    escape_restore(&said, text);
    REMARK(&reading->profile->remarks, old ? REMARK_TEXT : REMARK_RECOVERED,
           .texts = { strbuf_text(&said) });
    strbuf_clear(&said);
    free(text);
    for (uint32_t i = 0; i < sizeof(notes) / sizeof(*notes); i++)
        remark_ranks(reading, notes[i], REMARK_RECOVERED_CUT + i, old);
}

/* Not of a recovered trace: nobody counted them. */
static void remark_samples(struct reading *reading)
{
    uint64_t count = reading->names.samples_left_out;

    if (count > 0)
        REMARK(&reading->profile->remarks, REMARK_TRACE_NO_SAMPLES,
               .numbers = { count, reading->window.given });
}

/* Facts on the whole run alone: samples in MPI, and how many are missing or
 * incomplete. */
void reading_forget_samples(struct reading *reading)
{
    struct profile *profile = reading->profile;
    uint64_t lost = 0, cut = 0;

    for (uint32_t i = 0; i < profile->rank_count; i++) {
        struct samples *samples = &profile->ranks[i].samples;

        lost += samples->lost;
        cut += samples->cut + samples->crowded;
        samples->row_count = 0;
        samples->lost = samples->cut = samples->crowded = 0;
    }
    if (lost > 0 || cut > 0)
        REMARK(&profile->remarks, REMARK_SAMPLES_INCOMPLETE,
               .numbers = { lost, cut });
}

static void mark_left_out(struct reading *reading)
{
    remark_samples(reading);
    remark_recovered(reading);
    remark_left_out(reading, TRACE_NOTE_SKIP, TRACE_NOTE_SKIP_CALLS,
                    "MPIPROF_TRACE_SKIP");
    remark_left_out(reading, TRACE_NOTE_ONLY, TRACE_NOTE_ONLY_CALLS,
                    "MPIPROF_TRACE_ONLY");
}

/* Adds locations that belong to no rank. */
static void count_ownerless(const struct names_list *list, uint64_t *locations,
                            uint64_t *events)
{
    const struct names_location *items = list->items;

    for (uint32_t i = 0; i < list->count; i++)
        if (items[i].rank == UINT32_MAX && items[i].events > 0) {
            ++*locations;
            *events += items[i].events;
        }
}

static void remark_locations(struct reading *reading)
{
    uint64_t locations = reading->names.left_locations;
    uint64_t events = reading->names.left_events;

    count_ownerless(&reading->names.locations, &locations, &events);
    count_ownerless(&reading->names.streams, &locations, &events);
    if (locations > 0)
        REMARK(&reading->profile->remarks, REMARK_TRACE_LOCATIONS,
               .numbers = { locations, events });
}

void reading_remark_unused(struct reading *reading,
                           const struct unused *unused, enum remark_code code)
{
    for (int i = 0; i < UNUSED_KINDS && unused->kinds[i].kind != NULL; i++)
        REMARK(&reading->profile->remarks, code,
               .numbers = { unused->kinds[i].count },
               .texts = { unused->kinds[i].kind });
}

/* Ranks added what each of them had. */
static void remark_missing_per_rank(struct reading *reading)
{
    struct remarks *remarks = &reading->profile->remarks;

    reading_remark_unused(reading, &reading->names.unused,
                          REMARK_TRACE_UNUSED_DEFINITIONS);
    for (uint32_t code = REMARK_TRACE_OUTSIDE_CALLS;
         code <= REMARK_TRACE_UNUSED_DEFINITIONS; code++)
        remarks_add_up(remarks, code);
    remarks_list(remarks, REMARK_TRACE_UNUSED_EVENTS);
    remarks_list(remarks, REMARK_TRACE_UNUSED_DEFINITIONS);
    remark_locations(reading);
}

enum status reading_remark_missing(struct reading *reading)
{
    enum status status;

    mark_left_out(reading);
    remark_missing_per_rank(reading);
    status = mark_incomplete(reading);
    mark_untraced(reading);
    return status;
}
