/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/log/replay_log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/file_at.h"
#include "base/log.h"
#include "base/temporary.h"

#define BUFFER_BYTES ((size_t)1 << 18)
#define STREAM_BYTES ((size_t)1 << 14)
#define STREAM_BYTES_LEAST ((size_t)1 << 10)
#define REMOTE_BYTES \
    ((size_t)1 << 18) /* who is far away is asked less often */
#define STREAMS_BYTES ((size_t)64 << 20) /* of all together */

/* At the start of the file, once all else is written. */
struct header {
    uint64_t lists; /* where they are: sites, communicators, locations */
    uint32_t site_count, comm_count, location_count, part_count;
    uint32_t stream_count, unused;
};

enum status replay_log_refuse_folder(const struct replay_log *log)
{
    if (log != NULL && log->told != NULL &&
        __atomic_exchange_n(log->told, 1, __ATOMIC_RELAXED) != 0)
        return STATUS_IO;
    return log_fail(STATUS_IO,
                    "%s: %s; set TMPDIR to a folder with room for "
                    "a temporary file as large as the trace",
                    temporary_folder(), strerror(errno));
}

enum status replay_log_create(struct replay_log **out)
{
    struct replay_log *log = calloc(1, sizeof(*log));

    if (log == NULL)
        return log_fail(STATUS_NO_MEMORY, "replay");
    log->file = temporary_open();
    if (log->file < 0) {
        free(log);
        return replay_log_refuse_folder(NULL);
    }
    log->buffer = malloc(BUFFER_BYTES);
    if (log->buffer == NULL) {
        replay_log_destroy(log);
        return log_fail(STATUS_NO_MEMORY, "replay");
    }
    replay_log_reset(log);
    *out = log;
    return STATUS_OK;
}

void replay_log_destroy(struct replay_log *log)
{
    if (log == NULL)
        return;
    close(log->file);
    replay_parts_clear(log);
    free(log->buffer);
    map_clear(&log->site_map);
    FREE_ALL(log->comms, log->locations, log);
}

void replay_log_reset(struct replay_log *log)
{
    log->status = STATUS_OK;
    log->site_count = log->location_count = log->comm_count = 0;
    log->stream_count = 0;
    map_reset(&log->site_map);
    log->used = sizeof(struct header);
    memset(log->buffer, 0, log->used);
    log->flushed = 0;
    replay_parts_reset(log);
    if (ftruncate(replay_log_file(log, log->part), 0) != 0)
        log->status = replay_log_refuse_folder(log);
}

void replay_log_no_memory(struct replay_log *log)
{
    if (log->status == STATUS_OK)
        log->status = log_fail(STATUS_NO_MEMORY, "replay");
}

/* ---- sites ---- */

uint32_t replay_log_site(struct replay_log *log,
                         const struct replay_site *site)
{
    struct map *map = &log->site_map;
    const struct replay_site *there =
        map_get(map, sizeof(*site), site, sizeof(*site));

    if (there == NULL) {
        replay_log_no_memory(log);
        return 0;
    }
    log->sites = map->items;
    log->site_count = map->count;
    return map_index(map, sizeof(*site), there);
}

/* ---- writing ---- */

static void flush_buffer(struct replay_log *log)
{
    if (log->status == STATUS_OK &&
        !file_write_at(replay_log_file(log, log->part), log->buffer, log->used,
                       log->flushed))
        log->status = replay_log_refuse_folder(log);
    log->flushed += log->used;
    log->used = 0;
}

static void bytes_put(struct replay_log *log, const void *data, size_t bytes)
{
    while (bytes > 0) {
        size_t part = BUFFER_BYTES - log->used;

        if (part > bytes)
            part = bytes;
        memcpy(log->buffer + log->used, data, part);
        log->used += part;
        data = (const unsigned char *)data + part;
        bytes -= part;
        if (log->used == BUFFER_BYTES)
            flush_buffer(log);
    }
}

void replay_log_join_location(struct replay_log *log,
                              const struct replay_location *location)
{
    if (!array_room(&log->locations, log->location_count, &log->location_room,
                    sizeof(*location)))
        replay_log_no_memory(log);
    else
        log->locations[log->location_count++] = *location;
}

void replay_log_begin(struct replay_log *log, uint32_t rank, uint32_t thread)
{
    struct replay_location location = { .rank = rank,
                                        .thread = thread,
                                        .offset = log->flushed + log->used,
                                        .part = log->part };

    replay_log_join_location(log, &location);
}

uint64_t replay_log_call(struct replay_log *log,
                         const struct replay_call *call,
                         const struct replay_op *ops)
{
    uint64_t place;

    if (log->status != STATUS_OK)
        return 0;
    bytes_put(log, call, sizeof(*call));
    place = log->flushed + log->used;
    bytes_put(log, ops, call->op_count * sizeof(*ops));
    log->locations[log->location_count - 1].calls++;
    return place;
}

void replay_log_settle(struct replay_log *log, uint64_t place,
                       const struct replay_op *op)
{
    if (log->status != STATUS_OK)
        return;
    if (place < log->flushed && place + sizeof(*op) > log->flushed)
        flush_buffer(log);
    if (place >= log->flushed)
        memcpy(log->buffer + (place - log->flushed), op, sizeof(*op));
    else if (!file_write_at(replay_log_file(log, log->part), op, sizeof(*op),
                            place))
        log->status = replay_log_refuse_folder(log);
}

void replay_log_end(struct replay_log *log, uint64_t begin, uint64_t end,
                    bool cut)
{
    struct replay_location *location;

    if (log->location_count == 0)
        return;
    location = &log->locations[log->location_count - 1];
    location->bytes = log->flushed + log->used - location->offset;
    location->begin = begin;
    location->end = end;
    location->cut = cut;
}

void replay_log_lead(struct replay_log *log, uint32_t location)
{
    struct replay_location *lead = &log->locations[location];

    for (uint32_t i = 0; i < log->location_count; i++) {
        struct replay_location *first = &log->locations[i];

        if (first->rank != lead->rank || first->thread != 0)
            continue;
        first->thread = lead->thread;
        lead->thread = 0;
        lead->begin = first->begin;
        lead->end = first->end;
        return;
    }
}

enum status replay_log_end_part(struct replay_log *log)
{
    flush_buffer(log);
    return log->status;
}

void replay_log_set_streams(struct replay_log *log, uint32_t first)
{
    log->stream_count = log->location_count - first;
    log->location_count = first;
}

static void put_parts(struct replay_log *log)
{
    for (uint32_t i = 0; i < log->part_count; i++) {
        const struct replay_part *part = &log->parts[i];

        bytes_put(log, &part->site_count, sizeof(part->site_count));
        bytes_put(log, part->sites, part->site_count * sizeof(*part->sites));
    }
}

enum status replay_log_finish(struct replay_log *log,
                              const struct replay_comm *comms, uint32_t count)
{
    struct header header = { .lists = log->flushed + log->used,
                             .site_count = log->site_count,
                             .comm_count = count,
                             .location_count = log->location_count,
                             .part_count = log->part_count,
                             .stream_count = log->stream_count };

    bytes_put(log, log->sites, log->site_count * sizeof(*log->sites));
    bytes_put(log, comms, count * sizeof(*comms));
    bytes_put(log, log->locations,
              (log->location_count + log->stream_count) *
                  sizeof(*log->locations));
    put_parts(log);
    flush_buffer(log);
    if (log->status == STATUS_OK &&
        !file_write_at(log->file, &header, sizeof(header), 0))
        log->status = replay_log_refuse_folder(log);
    return log->status;
}

/* ---- reading ---- */

static void *read_list(const struct replay_log *log, uint64_t *offset,
                       uint32_t count, size_t size)
{
    size_t bytes = count * size;
    void *list = malloc(bytes + 1);

    if (list != NULL &&
        file_read_at(log->file, list, bytes, *offset) != (int64_t)bytes) {
        free(list);
        return NULL;
    }
    *offset += bytes;
    return list;
}

/* The files are those of this process. */
static bool read_parts(struct replay_log *log, uint64_t offset)
{
    for (uint32_t i = 0; i < log->part_count; i++) {
        struct replay_part *part = &log->parts[i];
        uint32_t *count = read_list(log, &offset, 1, sizeof(*count));

        if (count == NULL)
            return false;
        part->site_count = part->site_room = *count;
        FREE_ALL(count, part->sites);
        part->sites =
            read_list(log, &offset, part->site_count, sizeof(*part->sites));
        if (part->sites == NULL)
            return false;
    }
    return true;
}

enum status replay_log_open(struct replay_log *log)
{
    struct header header;
    int64_t got = file_read_at(log->file, &header, sizeof(header), 0);
    uint64_t offset;

    if (got == 0)
        return STATUS_IO; /* as below */
    if (got != (int64_t)sizeof(header))
        return log_fail(STATUS_IO, "%s: the temporary file is cut",
                        temporary_folder());
    if (header.lists < sizeof(header) || header.part_count != log->part_count)
        return STATUS_IO; /* the writer could not, and said why */
    map_clear(&log->site_map);
    FREE_ALL(log->comms, log->locations);
    offset = header.lists;
    log->sites = log->site_map.items =
        read_list(log, &offset, header.site_count, sizeof(*log->sites));
    log->comms =
        read_list(log, &offset, header.comm_count, sizeof(*log->comms));
    log->locations =
        read_list(log, &offset, header.location_count + header.stream_count,
                  sizeof(*log->locations));
    if (log->sites == NULL || log->comms == NULL || log->locations == NULL ||
        !read_parts(log, offset))
        return log_fail(STATUS_IO, "%s: the temporary file cannot be read",
                        temporary_folder());
    log->site_count = header.site_count;
    log->comm_count = header.comm_count;
    log->location_count = header.location_count;
    log->stream_count = header.stream_count;
    log->location_room = header.location_count + header.stream_count;
    return STATUS_OK;
}

void replay_log_span(const struct replay_log *log, uint64_t *begin,
                     uint64_t *end)
{
    *begin = UINT64_MAX;
    *end = 0;
    for (uint32_t i = 0; i < log->location_count; i++) {
        const struct replay_location *location = &log->locations[i];

        if (location->thread != 0 || location->end <= location->begin)
            continue;
        if (location->begin < *begin)
            *begin = location->begin;
        if (location->end > *end)
            *end = location->end;
    }
    if (*begin > *end)
        *begin = *end;
}

void replay_stream_init(struct replay_stream *stream,
                        const struct replay_log *log, uint32_t location)
{
    const struct replay_location *where = &log->locations[location];
    int file = replay_log_file(log, where->part);
    size_t most = file < 0 ? REMOTE_BYTES : STREAM_BYTES;
    size_t least = STREAMS_BYTES / log->location_count;

    if (least > most)
        least = most;
    if (least < STREAM_BYTES_LEAST)
        least = STREAM_BYTES_LEAST;
    *stream = (struct replay_stream){
        .log = log,
        .least = least,
        .next = where->offset,
        .end = where->offset + where->bytes,
        .file = file,
        .number = where->part,
        .part = where->part == 0 ? NULL : &log->parts[where->part - 1]
    };
}

void replay_stream_clear(struct replay_stream *stream)
{
    free(stream->buffer);
}

static bool make_room(struct replay_stream *stream, size_t bytes)
{
    size_t room = bytes > stream->least ? bytes : stream->least;
    unsigned char *buffer;

    if (stream->room >= bytes)
        return true;
    buffer = realloc(stream->buffer, room);
    if (buffer == NULL)
        return false;
    stream->buffer = buffer;
    stream->room = room;
    return true;
}

static bool read_stream(const struct replay_stream *stream, size_t from,
                        size_t bytes)
{
    const struct replay_remote *remote = stream->log->remote;
    int64_t got =
        stream->file >= 0 ? file_read_at(stream->file, stream->buffer + from,
                                         bytes, stream->next)
        : remote != NULL
            ? remote->read(remote->context, stream->number,
                           stream->buffer + from, bytes, stream->next)
            : -1;

    return got == (int64_t)bytes;
}

/* So many bytes are in the buffer from `at' on. */
static bool have_bytes(struct replay_stream *stream, size_t bytes)
{
    size_t left = stream->used - stream->at, part;

    if (left >= bytes)
        return true;
    if (bytes - left > stream->end - stream->next)
        return false;
    if (left > 0)
        memmove(stream->buffer, stream->buffer + stream->at, left);
    stream->at = 0;
    stream->used = left;
    if (!make_room(stream, bytes))
        return false;
    part = stream->room - left;
    if (part > stream->end - stream->next)
        part = (size_t)(stream->end - stream->next);
    if (!read_stream(stream, left, part))
        return false;
    stream->next += part;
    stream->used += part;
    return true;
}

/* From a part's number of a site to the log's. */
static bool rename_site(const struct replay_part *part, uint32_t *site)
{
    if (*site >= part->site_count)
        return false;
    *site = part->sites[*site];
    return true;
}

static bool rename_sites(const struct replay_part *part,
                         struct replay_call *call, struct replay_op *ops)
{
    bool known = rename_site(part, &call->site);

    for (uint32_t i = 0; i < call->op_count && known; i++)
        if (ops[i].kind == REPLAY_WORK || ops[i].kind == REPLAY_REGION)
            known = rename_site(part, &ops[i].comm);
    return known;
}

bool replay_stream_next(struct replay_stream *stream, struct replay_call *call,
                        const struct replay_op **ops)
{
    struct replay_op *all;
    size_t bytes;

    if (stream->at == stream->used && stream->next == stream->end)
        return false;
    stream->failed = true;
    if (!have_bytes(stream, sizeof(*call)))
        return false;
    memcpy(call, stream->buffer + stream->at, sizeof(*call));
    bytes = call->op_count * sizeof(**ops);
    if (!have_bytes(stream, sizeof(*call) + bytes))
        return false;
    all = (void *)(stream->buffer + stream->at + sizeof(*call));
    if ((stream->part != NULL && !rename_sites(stream->part, call, all)) ||
        call->site >= stream->log->site_count)
        return false;
    *ops = all;
    stream->at += sizeof(*call) + bytes;
    stream->failed = false;
    return true;
}

uint64_t replay_stream_place(const struct replay_stream *stream)
{
    return stream->next - (stream->used - stream->at);
}
