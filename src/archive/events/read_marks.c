/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_marks.c - missing data of the ranks of an archive, and their start
 * times.
 */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/ranklist.h"
#include "base/escape.h"
#include "base/strbuf.h"
#include "model/trace_note.h"
#include "archive/events/reading.h"

static bool is_measured(const struct reading *reading, uint32_t rank)
{
    return reading->ends[rank] > reading->begins[rank];
}

/* Of a rank that was measured, since the run's start. */
static uint64_t ns_of(const struct reading *reading, uint64_t tick)
{
    return tick > reading->origin
               ? tally_ns(&reading->tally, tick - reading->origin)
               : 0;
}

/* Times of ranks count from the first end of MPI_Init. */
void read_marks_align(struct reading *reading)
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
        profile_remark(profile,
                       "The trace of %u of %u ranks ends before the "
                       "run did; times of these ranks do not compare with "
                       "those of others.",
                       cut, profile->rank_count);
    return STATUS_OK;
}

/* Of the ranks without events those that were to have none. */
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

/* Nobody has counted it for a window. */
static const char *of_whole(const struct reading *reading)
{
    return reading->window.given ? " of the whole run" : "";
}

/* What calls the rules of the run have left out, and which rules those were:
 * two notes of the trace. */
static void remark_left_out(struct reading *reading, const char *rules,
                            const char *events, const char *setting)
{
    char *text = reading_note(reading, rules);
    char *number = reading_note(reading, events);

    if (text != NULL && number != NULL && strcmp(number, "0") != 0) {
        bool one = strcmp(number, "1") == 0;
        struct strbuf name;

        strbuf_init(&name);
        escape_restore(&name, text);
        profile_remark(reading->profile,
                       "%.20s call%s%s %s left out of the "
                       "trace by %s=%.1000s: all numbers here are without.",
                       number, one ? "" : "s", of_whole(reading),
                       one ? "was" : "were", setting, strbuf_text(&name));
        strbuf_clear(&name);
    }
    free(text);
    free(number);
}

static void mark_cut(struct reading *reading, const char *ranks)
{
    struct profile *profile = reading->profile;
    struct ranklist list;
    bool beyond;

    if (ranklist_parse_part(ranks, (int)profile->rank_count, &list, &beyond) !=
        STATUS_OK)
        return;
    for (size_t i = 0; i < list.count; i++)
        if (!reading_reaches_end(reading, (uint32_t)list.members[i]))
            profile->ranks[list.members[i]].cut = true;
    ranklist_clear(&list);
}

/* What is missing of a trace that was made of what ranks left behind. */
static void remark_recovered(struct reading *reading)
{
    char *text = reading_note(reading, TRACE_NOTE_RECOVERED);

    if (text != NULL) {
        struct strbuf sentences;

        strbuf_init(&sentences);
        escape_restore(&sentences, text);
        profile_remark(reading->profile, "%.1000s", strbuf_text(&sentences));
        strbuf_clear(&sentences);
    }
    free(text);
    text = reading_note(reading, TRACE_NOTE_CUT);
    if (text != NULL)
        mark_cut(reading, text);
    free(text);
}

/* Not of a recovered trace: nobody counted them. */
static void remark_samples(struct reading *reading)
{
    uint64_t count = reading->names.samples_left_out;

    if (count > 0)
        profile_remark(
            reading->profile,
            "%llu sample%s%s %s not in the "
            "trace, of threads that call no MPI and mark no region, and of "
            "what is left out of it or comes behind its end: times "
            "of functions and lines are without.",
            (unsigned long long)count, count == 1 ? "" : "s",
            of_whole(reading), count == 1 ? "is" : "are");
}

/* What only the whole run is known to have: samples in MPI, and how many are
 * lacking or lack something. */
void read_marks_forget_samples(struct reading *reading)
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
        profile_remark(profile,
                       "Of the whole run %llu samples found no room, "
                       "and of %llu the call path is not known, or not all of "
                       "it; how many of these are of this part of it is not "
                       "known.",
                       (unsigned long long)lost, (unsigned long long)cut);
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

enum status read_marks(struct reading *reading)
{
    enum status status;

    mark_left_out(reading);
    status = mark_incomplete(reading);
    mark_untraced(reading);
    return status;
}
