/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/workers/rank_packet.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_at.h"
#include "base/log.h"
#include "base/order.h"
#include "profile_file/profile_decode.h"
#include "profile_file/profile_file.h"
#include "live/rank_collect.h"

/* ---- writing ---- */

void rank_packet_writer_begin(struct rank_packet_writer *writer,
                              struct reading *reading, int file)
{
    *writer = (struct rank_packet_writer){
        .file = file, .remarks = reading->profile->remarks.count
    };
    bytes_writer_init(&writer->bytes);
    definition_delta_begin(&writer->delta, reading->profile->definitions);
}

void rank_packet_writer_clear(struct rank_packet_writer *writer)
{
    bytes_writer_clear(&writer->bytes);
    definition_delta_clear(&writer->delta);
}

/* A list of the log, from number *done on. */
static void put_list(struct bytes_writer *out, const void *list, size_t size,
                     uint32_t count, uint32_t *done)
{
    bytes_put_number(out, count - *done);
    if (count > *done)
        bytes_put(out, (const char *)list + *done * size,
                  (count - *done) * size);
    *done = count;
}

static void put_log(struct rank_packet_writer *writer,
                    const struct replay_log *log)
{
    static const struct replay_log none;

    log = log == NULL ? &none : log;
    put_list(&writer->bytes, log->sites, sizeof(*log->sites), log->site_count,
             &writer->sites);
    put_list(&writer->bytes, log->locations, sizeof(*log->locations),
             log->location_count, &writer->locations);
}

/* Its length is known when it is complete. */
static void put_rank(struct bytes_writer *out, const struct rank_data *rank,
                     uint32_t counter_count)
{
    struct bytes_writer section = { 0 };

    profile_encode_rank(rank, counter_count, &section);
    bytes_put_sized(out, section.data, section.size);
    out->failed = out->failed || section.failed;
    bytes_writer_clear(&section);
}

static enum status write_all(int file, const uint8_t *data, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, data, size);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return STATUS_IO;
        data += written;
        size -= (size_t)written;
    }
    return STATUS_OK;
}

static enum status packet_send(struct rank_packet_writer *writer,
                               const char *anchor)
{
    struct bytes_writer *bytes = &writer->bytes;
    enum status status =
        bytes->failed ? STATUS_NO_MEMORY
                      : write_all(writer->file, bytes->data, bytes->size);

    bytes->size = 0;
    return status == STATUS_OK
               ? status
               : log_fail(status, "%s: cannot hand over the data read",
                          anchor);
}

enum status rank_packet_put(struct rank_packet_writer *writer,
                            struct reading *reading, uint32_t rank)
{
    struct profile *profile = reading->profile;
    struct bytes_writer *out = &writer->bytes;

    bytes_put_number(out, rank);
    bytes_put_fixed64(out, reading->begins[rank]);
    bytes_put_fixed64(out, reading->ends[rank]);
    bytes_put_string(out, profile->program == NULL ? "" : profile->program);
    definition_delta_take(&writer->delta, out);
    remarks_encode(&profile->remarks, writer->remarks, &writer->bytes);
    writer->remarks = profile->remarks.count;
    put_log(writer, reading->log);
    put_rank(out, &profile->ranks[rank], (uint32_t)profile->counter_count);
    rank_data_clear(&profile->ranks[rank]);
    return packet_send(writer, reading->anchor);
}

/* ---- reading ---- */

bool rank_packet_reader_open(struct rank_packet_reader *reader, int file,
                             const struct definition_delta_into *into,
                             uint32_t part)
{
    struct stat facts;

    memset(reader, 0, sizeof(*reader));
    reader->part = part;
    if (!definition_delta_map_init(&reader->map, into) ||
        fstat(file, &facts) != 0 || !file_fits(facts.st_size))
        return false;
    reader->mapped_bytes = (size_t)facts.st_size;
    if (reader->mapped_bytes > 0)
        reader->mapped =
            mmap(NULL, reader->mapped_bytes, PROT_READ, MAP_SHARED, file, 0);
    if (reader->mapped == MAP_FAILED)
        reader->mapped = NULL;
    bytes_reader_init(&reader->bytes, reader->mapped,
                      reader->mapped == NULL ? 0 : reader->mapped_bytes);
    return reader->mapped_bytes == 0 || reader->mapped != NULL;
}

void rank_packet_reader_close(struct rank_packet_reader *reader)
{
    if (reader->mapped != NULL)
        munmap(reader->mapped, reader->mapped_bytes);
    definition_delta_map_clear(&reader->map);
}

/* The first rank that tells it, as one that reads all ranks would. */
static void take_program(struct bytes_reader *in, struct profile *profile)
{
    char *program = bytes_get_string(in);

    if (profile->program == NULL && program != NULL && program[0] != '\0')
        profile->program = program;
    else
        free(program);
}

/* Bytes of a rank are aligned by nobody. */
static void take_sites(struct rank_packet_reader *reader,
                       struct replay_log *log)
{
    struct bytes_reader *in = &reader->bytes;
    const struct definition_delta_map *map = &reader->map;
    size_t count = bytes_get_count(in, sizeof(struct replay_site));

    for (size_t i = 0; i < count; i++) {
        struct replay_site site;

        memcpy(&site, bytes_get(in, sizeof(site)), sizeof(site));
        site.region = map->ids[DEFINITION_REGION_NODE][site.region];
        site.path = map->ids[DEFINITION_PATH][site.path];
        replay_log_join_site(log, reader->part, &site);
    }
}

static void take_locations(struct bytes_reader *in, struct replay_log *log)
{
    size_t count = bytes_get_count(in, sizeof(struct replay_location));

    for (size_t i = 0; i < count; i++) {
        struct replay_location location;

        memcpy(&location, bytes_get(in, sizeof(location)), sizeof(location));
        replay_log_join_location(log, &location);
    }
}

ORDER(by_node, struct region_data, UP(node));

/* In the reading's ids, and in the order that these give. */
static void rename_rank(struct rank_data *rank,
                        const struct definition_delta_map *map)
{
    if (!map->moved)
        return;
    rank_collect_map(rank, map->ids);
    qsort(rank->rows, rank->row_count, sizeof(*rank->rows), row_compare);
    qsort(rank->regions, rank->region_count, sizeof(*rank->regions), by_node);
    if (rank->samples.row_count > 0)
        qsort(rank->samples.rows, rank->samples.row_count,
              sizeof(*rank->samples.rows), sample_row_compare);
}

static enum status take_rank(struct rank_packet_reader *reader,
                             struct profile *profile, struct rank_data *out)
{
    struct rank_data rank = { 0 };
    size_t size;
    const void *data = bytes_get_sized(&reader->bytes, &size);
    struct bytes_reader section;
    enum status status;

    if (data == NULL)
        return STATUS_BAD_FORMAT;
    bytes_reader_init(&section, data, size);
    status = profile_decode_rank(&section, profile, &rank);
    if (status != STATUS_OK) {
        rank_data_clear(&rank);
        return status;
    }
    rename_rank(&rank, &reader->map);
    *out = rank;
    return STATUS_OK;
}

enum status rank_packet_take(struct rank_packet_reader *reader,
                             struct reading *reading,
                             struct definition_delta_into *into, uint32_t rank)
{
    struct bytes_reader *in = &reader->bytes;
    struct profile *profile = reading->profile;
    bool sound = bytes_get_number(in) == rank && !in->failed;
    enum status status = STATUS_BAD_FORMAT;

    if (sound) {
        reading->begins[rank] = bytes_get_fixed64(in);
        reading->ends[rank] = bytes_get_fixed64(in);
        take_program(in, profile);
        sound = definition_delta_read(in, into, &reader->map);
        remarks_decode(in, &profile->remarks);
    }
    if (sound && !in->failed) {
        take_sites(reader, reading->log);
        take_locations(in, reading->log);
        status = take_rank(reader, profile, &profile->ranks[rank]);
    }
    return status == STATUS_OK
               ? status
               : log_fail(status, "%s: the data read of rank %u is lost",
                          reading->anchor, rank);
}
