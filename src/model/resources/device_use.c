/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/resources/device_use.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"

#define STREAM_BYTES 1 /* in a file, at least */
#define ROW_BYTES 7

const char *device_kind_title(enum device_kind kind)
{
    static const char *const titles[DEVICE_KINDS] = {
        "kernel", "copy to device", "copy from device", "copy on device"
    };

    return titles[kind];
}

bool device_use_stream(struct device_use *use, const char *name)
{
    char *copy = strdup(name);

    if (copy != NULL && ARRAY_ADD(use->streams, use->stream_count, copy))
        return true;
    free(copy);
    return false;
}

static bool row_add(struct device_use *use, uint32_t stream,
                    const struct device_row *one)
{
    const uint32_t key[] = { stream, one->call, one->kind };
    struct device_row *row =
        map_get(&use->rows_map, sizeof(*row), key, sizeof(key));

    if (row == NULL)
        return false;
    row->count += one->count;
    row->time += one->time;
    row->bytes += one->bytes;
    if (one->longest > row->longest)
        row->longest = one->longest;
    return true;
}

bool device_use_add(struct device_use *use, const struct device_row *one)
{
    return row_add(use, use->stream_count - 1, one);
}

void device_use_clear(struct device_use *use)
{
    for (uint32_t i = 0; i < use->stream_count; i++)
        free(use->streams[i]);
    free(use->streams);
    map_clear(&use->rows_map);
    *use = (struct device_use){ 0 };
}

void device_use_encode(const struct device_use *use, struct bytes_writer *out)
{
    bytes_put_number(out, use->stream_count);
    for (uint32_t i = 0; i < use->stream_count; i++)
        bytes_put_string(out, use->streams[i]);
    bytes_put_number(out, use->row_count);
    for (size_t i = 0; i < use->row_count; i++) {
        const struct device_row *row = &use->rows[i];

        PUT_NUMBERS(out, row->stream, row->call, row->kind, row->count,
                    row->time, row->longest, row->bytes);
    }
}

static bool streams_decode(struct bytes_reader *in, struct device_use *out)
{
    size_t count = bytes_get_count(in, STREAM_BYTES);

    for (size_t i = 0; i < count && !in->failed; i++) {
        char *name = bytes_get_string(in);
        bool added = name == NULL || device_use_stream(out, name);

        free(name);
        if (!added)
            return false;
    }
    return true;
}

/* Rows with the same key, which no writer makes, are added up. */
static bool row_decode(struct bytes_reader *in, size_t calls,
                       struct device_use *use)
{
    struct device_row row = { 0 };

    row.stream = bytes_get_below(in, use->stream_count);
    row.call = bytes_get_below(in, calls);
    row.kind = bytes_get_below(in, DEVICE_KINDS);
    GET_NUMBERS(in, &row.count, &row.time, &row.longest, &row.bytes);
    return in->failed || row_add(use, row.stream, &row);
}

enum status device_use_decode(struct bytes_reader *in, size_t calls,
                              struct device_use *out)
{
    size_t count;
    bool room = streams_decode(in, out);

    count = room ? bytes_get_count(in, ROW_BYTES) : 0;
    for (size_t i = 0; i < count && room && !in->failed; i++)
        room = row_decode(in, calls, out);
    if (in->failed)
        return STATUS_BAD_FORMAT;
    return room ? STATUS_OK : STATUS_NO_MEMORY;
}
