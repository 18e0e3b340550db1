/* SPDX-License-Identifier: BSD-3-Clause */
#include "recover/recover_locations.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ranklist.h"
#include "settings/settings.h"
#include "recover/recover_events.h"
#include "recover/recover_chunks.h"
#include "recover/recover_tail.h"

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

static enum status complete(struct trace_recovery *recovery,
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

/* What comes after must not hide it. */
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
        status = complete(recovery, kept, location, out, &events, &scan);
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

/* Of a rank without events; readers want its file. */
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
