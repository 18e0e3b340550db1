#include "recover/recover_locations.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ranklist.h"
#include "model/settings.h"
#include "recover/recover_events.h"
#include "recover/recover_chunks.h"
#include "recover/recover_tail.h"

static uint64_t size_of(int file)
{
    struct stat facts;

    return file >= 0 && fstat(file, &facts) == 0 && S_ISREG(facts.st_mode)
               ? (uint64_t)facts.st_size : 0;
}

static void count_location(struct left_making *making,
                           const struct left_kept *kept,
                           uint64_t location, const struct left_scan *scan,
                           uint64_t events, uint64_t end)
{
    uint64_t from = clock_line_to_run(&kept->line, scan->first);
    uint64_t to = clock_line_to_run(&kept->line, end);
    struct left_traced *traced = &making->traced[kept->rank.head.rank];
    int file = left_place_tail(&making->place, location);

    if (making->count == 0 || from < making->begin)
        making->begin = from;
    if (making->count == 0 || to > making->end)
        making->end = to;
    making->locations[making->count++] =
        (struct archive_location){ location, events };
    traced->events += events;
    traced->calls += scan->calls;
    traced->samples += scan->samples;
    traced->bytes += size_of(file);
    if (file >= 0)
        close(file);
    for (size_t i = 0; i < kept->rank.call_count; i++)
        making->used[i] |= scan->used[i];
}

static enum status complete(struct left_making *making,
                            const struct left_kept *kept, uint64_t location,
                            int out, const struct left_source *events,
                            struct left_scan *scan)
{
    uint8_t *state = &making->states[kept->rank.head.rank];
    struct left_tail tail = { .location = location, .scan = scan,
                              .time = kept->rank.gone };
    struct left_joined joined;
    uint64_t more = 0;
    enum status status = left_events_join(events, out, scan, &joined);

    if (status != STATUS_OK)
        return status;
    if (*state == LEFT_MISSING && (joined.chunks > 0 || joined.lost))
        *state = LEFT_WHOLE;
    if (*state == LEFT_WHOLE && scan->off)
        *state = LEFT_OFF;
    if (joined.lost)
        *state = LEFT_CUT;
    if (scan->events == 0)
        return STATUS_OK;
    if (joined.lost || tail.time < scan->last)
        tail.time = scan->last;
    if (!joined.lost)
        tail.now = left_tail_call(making, &kept->rank, location, scan);
    if (tail.now != NULL)
        scan->used[tail.now->id - 1] = 1;
    scan->calls += tail.now != NULL;
    status = left_tail_append(making, &tail, out, &joined, &more);
    if (status == STATUS_OK)
        count_location(making, kept, location, scan, scan->events + more,
                       tail.time);
    return status;
}

/* What comes after must not hide it. */
static void keep_reason(struct left_making *making, enum status status)
{
    if (status == STATUS_IO && making->error[0] == '\0' && errno != 0)
        snprintf(making->error, sizeof(making->error), "%s", strerror(errno));
}

static enum status make_location(struct left_making *making,
                                 const struct left_kept *kept,
                                 uint64_t location)
{
    const struct definitions *names = kept->rank.definitions;
    struct left_source events = {
        .file = left_place_events(&making->place, location),
        .location = location, .kept = kept->chunks,
        .kept_count = kept->chunk_count, .chunk_bytes = making->chunk_bytes,
    };
    struct left_scan scan = {
        .region_count = (uint32_t)kept->rank.call_count +
                        definitions_count(names, DEFINITION_REGION),
        .call_count = (uint32_t)kept->rank.call_count,
    };
    enum status status = STATUS_IO;
    int out = -1;

    events.file_bytes = size_of(events.file);
    scan.used = calloc(scan.region_count + 1, 1);
    if (scan.used != NULL &&
        left_place_has_room(&making->place, events.file_bytes +
                                                (kept->chunk_count + 1) *
                                                    making->chunk_bytes))
        out = left_place_make(&making->place, location);
    if (out >= 0)
        status = complete(making, kept, location, out, &events, &scan);
    keep_reason(making, status);
    if (out >= 0)
        close(out);
    if (out >= 0 && scan.events == 0)
        left_place_drop(&making->place, location);
    if (events.file >= 0)
        close(events.file);
    free(scan.used);
    left_scan_clear(&scan);
    return status;
}

/* The list of all locations has room for those of one more rank. */
static bool make_room(struct left_making *making, size_t more)
{
    struct archive_location *list =
        realloc(making->locations,
                (making->count + more + 1) * sizeof(*list));

    if (list == NULL)
        return false;
    making->locations = list;
    return true;
}

static enum status make_events_of(struct left_making *making, uint32_t number)
{
    struct left_kept kept;
    size_t before = making->count;
    enum status status = left_kept_open(making, number, &kept);

    if (status == STATUS_NOT_FOUND)
        return STATUS_OK;
    if (status == STATUS_OK && !make_room(making, kept.location_count))
        status = STATUS_NO_MEMORY;
    for (size_t i = 0; status == STATUS_OK && i < kept.location_count; i++)
        status = make_location(making, &kept, kept.locations[i]);
    if (making->count == before && making->states[number] != LEFT_MISSING)
        making->states[number] = LEFT_LOST;
    left_kept_close(&kept);
    return status;
}

/* Of a rank without events; readers want its file. */
static bool make_empty(struct left_making *making, uint32_t number)
{
    static const uint8_t empty[20] = { 3, 0x42, 1, [18] = 2, [19] = 1 };
    int out = left_place_make(&making->place, number);
    bool made = out >= 0 && write(out, empty, sizeof(empty)) ==
                                (ssize_t)sizeof(empty);

    if (out >= 0)
        close(out);
    return made && left_place_keep(&making->place, number);
}

/* Where the first of a rank's locations has no events, whatever others have. */
static bool make_all_empty(struct left_making *making)
{
    size_t next = 0;

    for (uint32_t i = 0; i < making->profile->rank_count; i++) {
        while (next < making->count &&
               (uint32_t)making->locations[next].location < i)
            next++;
        if ((next == making->count ||
             making->locations[next].location != i) && !make_empty(making, i))
            return false;
    }
    return true;
}

/* Which ranks MPIPROF_TRACE has left out. */
static void mark_untraced(struct left_making *making)
{
    const struct profile *profile = making->profile;
    const char *text = profile_setting_value(profile, "MPIPROF_TRACE");
    struct ranklist list;
    bool word, beyond;

    if (text == NULL || settings_word(text, &word) ||
        ranklist_parse_part(text, (int)profile->rank_count, &list, &beyond) !=
            STATUS_OK)
        return;
    for (uint32_t i = 0; i < profile->rank_count; i++)
        if (making->states[i] == LEFT_MISSING && !ranklist_has(&list, (int)i))
            making->states[i] = LEFT_UNTRACED;
    ranklist_clear(&list);
}

enum status left_locations_make(struct left_making *making)
{
    uint32_t ranks = making->profile->rank_count;
    enum status status = STATUS_OK;

    if (OTF2_Archive_OpenEvtFiles(making->archive) != OTF2_SUCCESS)
        return STATUS_IO;
    for (uint32_t i = 0; i < ranks && status == STATUS_OK; i++)
        status = make_events_of(making, i);
    mark_untraced(making);
    if (status == STATUS_OK && !make_all_empty(making))
        status = STATUS_IO;
    if (OTF2_Archive_CloseEvtFiles(making->archive) != OTF2_SUCCESS &&
        status == STATUS_OK)
        status = STATUS_IO;
    if (status == STATUS_OK && making->count == 0)
        return STATUS_NOT_FOUND;
    return status;
}
