/* SPDX-License-Identifier: BSD-3-Clause */
#include "recover/trace_recovery.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ranklist.h"
#include "settings/settings.h"
#include "recover/recover_events.h"
#include "recover/recover_chunks.h"
#include "live/persist_thread.h"
#include "base/status.h"
#include "live/persist_call.h"
#include "recover/trace_recovery.h"
#include "recover/recover_rank.h"

/* ---- the records that a stopped writer owes ---- */

/* Its current call, open regions, the end of the program.  OTF2 writes these to
 * a separate file, which is then appended to the joined records
 * (recover/recover_events.h). */
struct recover_tail {
    uint64_t location;
    const struct recover_scan *scan; /* scan of all its records */
    const struct persist_call *now;  /* current call; NULL: none */
    uint64_t time;                   /* end of the location */
};

struct writing {
    const struct recover_tail *tail;
    OTF2_EvtWriter *writer;
    uint32_t counters;
};

/* Whether rules would have left out a call that is not over is unknown. */
/* Returns the current call of the location's thread if its Enter record is
 * missing; NULL: no call, or unknown. */
static const struct persist_call *
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

/* Records that the rank would have written at its end. */
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

/* Appends to the joined file, which becomes the location's; *events: the
 * number appended. */
static enum status recover_tail_append(const struct trace_recovery *recovery,
                                       const struct recover_tail *tail,
                                       int file,
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

/* ---- locations ---- */

static uint64_t size_of(int file)
{
    struct stat facts;

    return file >= 0 && fstat(file, &facts) == 0 && S_ISREG(facts.st_mode)
               ? (uint64_t)facts.st_size
               : 0;
}

static void count_location(struct trace_recovery *recovery,
                           const struct recover_chunks *kept,
                           uint64_t location, const struct recover_scan *scan,
                           uint64_t events, uint64_t end)
{
    uint64_t from = clock_line_to_run(&kept->line, scan->first);
    uint64_t to = clock_line_to_run(&kept->line, end);
    struct recover_traced *traced = &recovery->traced[kept->rank.head.rank];
    int file = recover_staging_tail(&recovery->staging, location);

    if (recovery->count == 0 || from < recovery->begin)
        recovery->begin = from;
    if (recovery->count == 0 || to > recovery->end)
        recovery->end = to;
    recovery->locations[recovery->count++] =
        (struct archive_location){ location, events };
    traced->events += events;
    traced->calls += scan->calls;
    traced->samples += scan->samples;
    traced->bytes += size_of(file);
    if (file >= 0)
        close(file);
    for (size_t i = 0; i < kept->rank.call_count; i++)
        recovery->used[i] |= scan->used[i];
}

static enum status complete_location(struct trace_recovery *recovery,
                                     const struct recover_chunks *kept,
                                     uint64_t location, int out,
                                     const struct recover_source *events,
                                     struct recover_scan *scan)
{
    uint8_t *state = &recovery->states[kept->rank.head.rank];
    struct recover_tail tail = { .location = location,
                                 .scan = scan,
                                 .time = kept->rank.gone };
    struct recover_joined joined;
    uint64_t more = 0;
    enum status status = recover_events_join(events, out, scan, &joined);

    if (status != STATUS_OK)
        return status;
    if (*state == RECOVER_MISSING && (joined.chunks > 0 || joined.lost))
        *state = RECOVER_WHOLE;
    if (*state == RECOVER_WHOLE && scan->off)
        *state = RECOVER_OFF;
    if (joined.lost)
        *state = RECOVER_CUT;
    if (scan->events == 0)
        return STATUS_OK;
    if (joined.lost || tail.time < scan->last)
        tail.time = scan->last;
    if (!joined.lost)
        tail.now = recover_tail_call(recovery, &kept->rank, location, scan);
    if (tail.now != NULL)
        scan->used[tail.now->id - 1] = 1;
    scan->calls += tail.now != NULL;
    status = recover_tail_append(recovery, &tail, out, &joined, &more);
    if (status == STATUS_OK)
        count_location(recovery, kept, location, scan, scan->events + more,
                       tail.time);
    return status;
}

/* Later records must not hide it. */
static void keep_reason(struct trace_recovery *recovery, enum status status)
{
    if (status == STATUS_IO && recovery->error[0] == '\0' && errno != 0)
        snprintf(recovery->error, sizeof(recovery->error), "%s",
                 strerror(errno));
}

static enum status make_location(struct trace_recovery *recovery,
                                 const struct recover_chunks *kept,
                                 uint64_t location)
{
    const struct definitions *names = kept->rank.definitions;
    struct recover_source events = {
        .file = recover_staging_events(&recovery->staging, location),
        .location = location,
        .kept = kept->chunks,
        .kept_count = kept->chunk_count,
        .chunk_bytes = recovery->chunk_bytes,
    };
    struct recover_scan scan = {
        .region_count = (uint32_t)kept->rank.call_count +
                        definitions_count(names, DEFINITION_REGION),
        .call_count = (uint32_t)kept->rank.call_count,
    };
    enum status status = STATUS_IO;
    int out = -1;

    events.file_bytes = size_of(events.file);
    scan.used = calloc(scan.region_count + 1, 1);
    if (scan.used != NULL &&
        recover_staging_has_room(
            &recovery->staging, events.file_bytes + (kept->chunk_count + 1) *
                                                        recovery->chunk_bytes))
        out = recover_staging_make(&recovery->staging, location);
    if (out >= 0)
        status =
            complete_location(recovery, kept, location, out, &events, &scan);
    keep_reason(recovery, status);
    if (out >= 0)
        close(out);
    if (out >= 0 && scan.events == 0)
        recover_staging_drop(&recovery->staging, location);
    if (events.file >= 0)
        close(events.file);
    free(scan.used);
    recover_scan_clear(&scan);
    return status;
}

/* The list of all locations has room for those of one more rank. */
static bool make_room(struct trace_recovery *recovery, size_t more)
{
    struct archive_location *list = realloc(
        recovery->locations, (recovery->count + more + 1) * sizeof(*list));

    if (list == NULL)
        return false;
    recovery->locations = list;
    return true;
}

static enum status make_events_of(struct trace_recovery *recovery,
                                  uint32_t number)
{
    struct recover_chunks kept;
    size_t before = recovery->count;
    enum status status = recover_chunks_open(recovery, number, &kept);

    if (status == STATUS_NOT_FOUND)
        return STATUS_OK;
    if (status == STATUS_OK && !make_room(recovery, kept.location_count))
        status = STATUS_NO_MEMORY;
    for (size_t i = 0; status == STATUS_OK && i < kept.location_count; i++)
        status = make_location(recovery, &kept, kept.locations[i]);
    if (recovery->count == before &&
        recovery->states[number] != RECOVER_MISSING)
        recovery->states[number] = RECOVER_LOST;
    recover_chunks_close(&kept);
    return status;
}

/* For a rank without events; readers want its file. */
static bool make_empty(struct trace_recovery *recovery, uint32_t number)
{
    static const uint8_t empty[20] = { 3, 0x42, 1, [18] = 2, [19] = 1 };
    int out = recover_staging_make(&recovery->staging, number);
    bool made =
        out >= 0 && write(out, empty, sizeof(empty)) == (ssize_t)sizeof(empty);

    if (out >= 0)
        close(out);
    return made && recover_staging_keep(&recovery->staging, number);
}

/* Where the first of a rank's locations has no events, whatever others have. */
static bool make_all_empty(struct trace_recovery *recovery)
{
    size_t next = 0;

    for (uint32_t i = 0; i < recovery->profile->rank_count; i++) {
        while (next < recovery->count &&
               (uint32_t)recovery->locations[next].location < i)
            next++;
        if ((next == recovery->count ||
             recovery->locations[next].location != i) &&
            !make_empty(recovery, i))
            return false;
    }
    return true;
}

/* Which ranks MPIPROF_TRACE has left out. */
static void mark_untraced(struct trace_recovery *recovery)
{
    const struct profile *profile = recovery->profile;
    const char *text = profile_setting_value(profile, "MPIPROF_TRACE");
    struct ranklist list;
    bool word, beyond;

    if (text == NULL || settings_word(text, &word) ||
        ranklist_parse_part(text, (int)profile->rank_count, &list, &beyond) !=
            STATUS_OK)
        return;
    for (uint32_t i = 0; i < profile->rank_count; i++)
        if (recovery->states[i] == RECOVER_MISSING &&
            !ranklist_has(&list, (int)i))
            recovery->states[i] = RECOVER_UNTRACED;
    ranklist_clear(&list);
}

enum status recover_locations_make(struct trace_recovery *recovery)
{
    uint32_t ranks = recovery->profile->rank_count;
    enum status status = STATUS_OK;

    if (OTF2_Archive_OpenEvtFiles(recovery->archive) != OTF2_SUCCESS)
        return STATUS_IO;
    for (uint32_t i = 0; i < ranks && status == STATUS_OK; i++)
        status = make_events_of(recovery, i);
    mark_untraced(recovery);
    if (status == STATUS_OK && !make_all_empty(recovery))
        status = STATUS_IO;
    if (OTF2_Archive_CloseEvtFiles(recovery->archive) != OTF2_SUCCESS &&
        status == STATUS_OK)
        status = STATUS_IO;
    if (status == STATUS_OK && recovery->count == 0)
        return STATUS_NOT_FOUND;
    return status;
}
