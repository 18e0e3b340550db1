/* SPDX-License-Identifier: BSD-3-Clause */
#include "recover/recover_events.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/file_at.h"

/* A chunk's head. */
#define CHUNK_BEGIN 0x03
#define FIRST_AT 2 /* number of the first event, */
#define LAST_AT 10 /* and of the last, when the chunk is complete */

/* Types of records; those below are marks of the buffer. */
/* clang-format off */
enum { END_OF_CHUNK = 0, TIME_STAMP = 5, ATTRIBUTES = 6, FIRST_EVENT = 10,
       ON_OFF = 11, ENTER = 12, LEAVE = 13, METRIC = 31, SAMPLE = 68,
       PROGRAM_END = 84 };
/* clang-format on */

#define SWITCHED_OFF 2  /* in the body of a MeasurementOnOff record */
#define LONG_LENGTH 255 /* the next 8 bytes are the length */

/* A record, where it lies. */
struct record {
    uint8_t type;
    const uint8_t *body;
    size_t bytes; /* of the body */
    bool zero;    /* a single number of which nothing else is there: 0, or it
                   * was not written yet */
};

static uint64_t get_uint64(const uint8_t *at)
{
    uint64_t value;

    memcpy(&value, at, sizeof(value)); /* in the order of the machine */
    return value;
}

/* Events that are one number and no length. */
static bool is_single(uint8_t type)
{
    switch (type) {
    case ENTER:
    case LEAVE:
    case 16:
    case 17:
    case 20:
    case 21:
    case 24:
    case 28:
    case 29:
    case 30: return true;
    default: return false;
    }
}

/* Those that may be empty. */
static bool may_be_empty(uint8_t type)
{
    return type == 22 || type == 25 || type == 37;
}

/* A number is its length and its bytes, of which the highest is not 0; or
 * just 255: none. */
static bool read_number(const uint8_t *at, size_t room, struct record *out)
{
    size_t length = at[0] == 255 ? 0 : at[0];

    if (length > 8 || length + 1 > room || (length > 0 && at[length] == 0))
        return false;
    out->bytes = length + 1;
    out->zero = at[0] == 0;
    return true;
}

static bool read_lengthy(const uint8_t *at, size_t room, struct record *out)
{
    uint64_t length = at[0];
    size_t head = 1;

    if (length == LONG_LENGTH) {
        if (room < 9)
            return false;
        length = get_uint64(at + 1);
        head = 9;
    }
    if ((length == 0 && !may_be_empty(out->type)) || length > room - head)
        return false;
    out->body = at + head;
    out->bytes = (size_t)length;
    return true;
}

/* False: there is none that holds. */
static bool read_record(const uint8_t *at, const uint8_t *end,
                        struct record *out)
{
    size_t room = (size_t)(end - at);

    if (room < 2)
        return false;
    *out = (struct record){ .type = *at, .body = at + 1 };
    room--;
    if (out->type == TIME_STAMP) {
        out->bytes = 8;
        return room >= 8;
    }
    if (out->type != ATTRIBUTES && out->type < FIRST_EVENT)
        return false;
    return is_single(out->type) ? read_number(at + 1, room, out)
                                : read_lengthy(at + 1, room, out);
}

static uint32_t number_of(const struct record *record)
{
    uint32_t value = 0;

    if (record->body[0] == 255 || record->body[0] > sizeof(value))
        return UINT32_MAX;
    memcpy(&value, record->body + 1, record->body[0]);
    return value;
}

static bool enter_region(struct recover_scan *scan, uint32_t region)
{
    if (region >= scan->region_count)
        return false;
    if (!ARRAY_ADD(scan->open, scan->open_count, region)) {
        scan->failed = true;
        return false;
    }
    scan->used[region] = 1;
    scan->calls += region < scan->call_count;
    return true;
}

static bool leave_region(struct recover_scan *scan, uint32_t region)
{
    if (scan->open_count == 0 || scan->open[scan->open_count - 1] != region)
        return false;
    scan->open_count--;
    return true;
}

static void keep_metric(struct recover_scan *scan, const struct record *record)
{
    if (record->bytes > sizeof(scan->metric))
        return;
    memcpy(scan->metric, record->body, record->bytes);
    scan->metric_bytes = record->bytes;
}

/* Returns false if it does not belong here. */
static bool take_event(struct recover_scan *scan, const struct record *record,
                       uint64_t time)
{
    if (record->type == ENTER && !enter_region(scan, number_of(record)))
        return false;
    if (record->type == LEAVE && !leave_region(scan, number_of(record)))
        return false;
    if (record->type == METRIC)
        keep_metric(scan, record);
    if (record->type == ON_OFF)
        scan->off = record->body[0] == SWITCHED_OFF;
    scan->ended = scan->ended || record->type == PROGRAM_END;
    scan->samples += record->type == SAMPLE;
    if (scan->events == 0)
        scan->first = time;
    scan->last = time;
    scan->events++;
    return true;
}

/* The last that was written: a number that is 0 may be one that was not
 * there yet. */
static bool is_behind_all(const uint8_t *at, const uint8_t *end)
{
    while (at < end && *at == 0)
        at++;
    return at == end;
}

void recover_scan_clear(struct recover_scan *scan)
{
    free(scan->open);
    *scan = (struct recover_scan){ 0 };
}

size_t recover_scan_chunk(struct recover_scan *scan, const uint8_t *chunk,
                          size_t bytes)
{
    const uint8_t *at = chunk + LEFT_CHUNK_HEAD, *end = chunk + bytes;
    const uint8_t *good = at;
    uint64_t time = scan->last;
    struct record record;

    if (bytes < LEFT_CHUNK_HEAD || chunk[0] != CHUNK_BEGIN ||
        get_uint64(chunk + FIRST_AT) != scan->events + 1)
        return 0;
    while (at < end && read_record(at, end, &record)) {
        at = record.body + record.bytes;
        if (record.zero && is_behind_all(at, end))
            break;
        if (record.type == TIME_STAMP && get_uint64(record.body) < time)
            break;
        if (record.type == TIME_STAMP)
            time = get_uint64(record.body);
        if (record.type < FIRST_EVENT)
            continue;
        if (!take_event(scan, &record, time))
            break;
        good = at;
    }
    return (size_t)(good - chunk);
}

/* Which of the rank's chunks it is; NULL: none. */
static const struct recover_chunk *
chunk_in_memory(const struct recover_source *source, uint64_t index)
{
    for (size_t i = 0; i < source->kept_count; i++)
        if (source->kept[i].location == source->location &&
            source->kept[i].index == index)
            return &source->kept[i];
    return NULL;
}

/* How much of a chunk is in the file. */
static size_t in_file(const struct recover_source *source, uint64_t index)
{
    uint64_t from = index * source->chunk_bytes;
    uint64_t bytes = source->file_bytes > from ? source->file_bytes - from : 0;

    return bytes < source->chunk_bytes ? (size_t)bytes : source->chunk_bytes;
}

/* A file that was closed ends within a chunk. */
static bool fetch_chunk(const struct recover_source *source, uint64_t index,
                        uint8_t *to)
{
    const struct recover_chunk *kept = chunk_in_memory(source, index);
    size_t bytes = in_file(source, index);

    if (bytes < source->chunk_bytes && kept != NULL) {
        memcpy(to, kept->data, source->chunk_bytes);
        return true;
    }
    memset(to + bytes, 0, source->chunk_bytes - bytes);
    return bytes > 0 &&
           file_read_at(source->file, to, bytes,
                        index * source->chunk_bytes) == (int64_t)bytes;
}

/* Whether there is something behind that chunk. */
static bool is_more(const struct recover_source *source, uint64_t index)
{
    if (in_file(source, index) > 0)
        return true;
    for (size_t i = 0; i < source->kept_count; i++)
        if (source->kept[i].location == source->location &&
            source->kept[i].index >= index &&
            source->kept[i].data[0] == CHUNK_BEGIN)
            return true;
    return false;
}

static enum status join_chunks(const struct recover_source *source, int out,
                               struct recover_scan *scan,
                               struct recover_joined *joined, uint8_t *chunk)
{
    size_t bytes = source->chunk_bytes, used = 0;

    while (fetch_chunk(source, joined->chunks, chunk)) {
        used = recover_scan_chunk(scan, chunk, bytes);
        if (scan->failed)
            return STATUS_NO_MEMORY;
        if (used <= LEFT_CHUNK_HEAD)
            break; /* nothing is in it, or nothing that goes on */
        memset(chunk + used, 0, bytes - used);
        memcpy(chunk + LAST_AT, &scan->events, sizeof(scan->events));
        if (!file_write_at(out, chunk, bytes, joined->chunks * bytes))
            return STATUS_IO;
        joined->chunks++;
        joined->used = used;
        used = 0;
    }
    joined->lost = is_more(source, joined->chunks + (used > 0));
    return STATUS_OK;
}

enum status recover_events_join(const struct recover_source *source, int out,
                                struct recover_scan *scan,
                                struct recover_joined *joined)
{
    uint8_t *chunk = malloc(source->chunk_bytes);
    enum status status = STATUS_NO_MEMORY;

    *joined = (struct recover_joined){ 0 };
    if (chunk != NULL)
        status = join_chunks(source, out, scan, joined, chunk);
    free(chunk);
    return status;
}

static void add_to(uint8_t *at, uint64_t events)
{
    uint64_t value = get_uint64(at) + events;

    memcpy(at, &value, sizeof(value));
}

/* The tail's records, right behind the last chunk's. */
static enum status append_records(int out, const struct recover_joined *joined,
                                  const uint8_t *tail, size_t bytes,
                                  size_t chunk_bytes, uint64_t events)
{
    uint64_t last = (joined->chunks - 1) * chunk_bytes;
    uint64_t end = last + joined->used + bytes - LEFT_CHUNK_HEAD;
    uint64_t all = events + get_uint64(tail + LAST_AT);

    if (!file_write_at(out, &all, sizeof(all), last + LAST_AT) ||
        !file_write_at(out, tail + LEFT_CHUNK_HEAD, bytes - LEFT_CHUNK_HEAD,
                       last + joined->used) ||
        ftruncate(out, (off_t)end) != 0)
        return STATUS_IO;
    return STATUS_OK;
}

static bool tail_fits(const struct recover_joined *joined, size_t chunk_bytes,
                      int64_t bytes)
{
    return joined->chunks > 0 && bytes >= LEFT_CHUNK_HEAD &&
           joined->used + (size_t)bytes - LEFT_CHUNK_HEAD <= chunk_bytes;
}

static enum status append_tail(int out, uint64_t to, int tail, uint8_t *chunk,
                               size_t chunk_bytes, uint64_t events)
{
    for (uint64_t from = 0;; from += chunk_bytes) {
        int64_t got = file_read_at(tail, chunk, chunk_bytes, from);

        if (got <= 0)
            return got == 0 && from > 0 ? STATUS_OK : STATUS_IO;
        if (got < LEFT_CHUNK_HEAD)
            return STATUS_IO;
        add_to(chunk + FIRST_AT, events);
        add_to(chunk + LAST_AT, events);
        if (!file_write_at(out, chunk, (size_t)got, to + from))
            return STATUS_IO;
    }
}

enum status recover_events_append(int out, const struct recover_joined *joined,
                                  int tail, size_t chunk_bytes,
                                  uint64_t events)
{
    uint8_t *chunk = malloc(chunk_bytes);
    enum status status = STATUS_NO_MEMORY;
    int64_t got = 0;

    if (chunk != NULL)
        got = file_read_at(tail, chunk, chunk_bytes, 0);
    if (chunk != NULL && tail_fits(joined, chunk_bytes, got))
        status = append_records(out, joined, chunk, (size_t)got, chunk_bytes,
                                events);
    else if (chunk != NULL)
        status = append_tail(out, joined->chunks * chunk_bytes, tail, chunk,
                             chunk_bytes, events);
    free(chunk);
    return status;
}
