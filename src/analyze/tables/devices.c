/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * devices.c - what ran on accelerators: each stream with its kernels and the
 * bytes it copied; and kernels and copies by name.
 *
 * Only in traces of tools that record accelerators.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/analysis.h"
#include "base/array_room.h"
#include "base/log.h"
#include "base/map.h"
#include "base/saturate.h"

static const struct column stream_columns[] = {
    { "rank", "rank", CELL_INTEGER, "The rank whose stream it is." },
    { "stream", "stream", CELL_TEXT, "Name of the stream in the trace." },
    { "kernels", "kernels", CELL_COUNT,
      "Kernels that started in the rank's measured time." },
    { "kernel_s", "in kernels", CELL_NS,
      "Time in kernels, within the rank's measured time." },
    { "kernel_share", "of total", CELL_RATIO,
      "Time in kernels / measured time of the rank." },
    { "copies", "copies", CELL_COUNT,
      "Copies to, from and on the device that started in the measured part." },
    { "copy_s", "copying", CELL_NS,
      "Time in these copies, within the rank's measured time." },
    { "to_device_bytes", "to device", CELL_BYTES,
      "Bytes copied from the host's memory to the device." },
    { "from_device_bytes", "from device", CELL_BYTES,
      "Bytes copied from the device to the host's memory." },
    { "on_device_bytes", "on device", CELL_BYTES,
      "Bytes copied on the device, or between devices." },
};

static const struct column work_columns[] = {
    { "name", "kernel or copy", CELL_TEXT, "Name of the kernel or copy." },
    { "kind", "kind", CELL_TEXT,
      "kernel, copy to device, copy from device, or copy on device." },
    { "count", "count", CELL_COUNT, "How many there were, on all streams." },
    { "time_s", "time", CELL_NS, "Time over all streams." },
    { "mean_s", "mean time", CELL_NS, "Time / count." },
    { "max_s", "longest", CELL_NS, "The longest one." },
    { "bytes", "bytes", CELL_BYTES, "Bytes that were copied." },
    { "bytes_per_s", "bytes per s", CELL_BYTES, "Bytes / time." },
    { "ranks", "rank count", CELL_COUNT, "Ranks that had it." },
};

static const struct table_form forms[] = {
    TABLE_FORM("device_streams", "Streams of accelerators", SECTION_TIME,
               stream_columns),
    TABLE_FORM("device_work", "Kernels and copies on accelerators",
               SECTION_TIME, work_columns),
};

struct work {
    uint32_t call, kind; /* the key */
    uint64_t count, time, longest, bytes;
    uint32_t ranks, last_rank;
};

struct stream_sums {
    uint64_t count[DEVICE_KINDS], time[DEVICE_KINDS], bytes[DEVICE_KINDS];
};

struct stream {
    uint32_t rank;
    bool shown;
    char *name;
    uint64_t measured;
    struct stream_sums sums;
};

struct devices {
    struct stream *streams;
    size_t stream_count;
    MAP_OF(struct work, works, work_count);
};

static void devices_clear(void *state)
{
    struct devices *devices = state;

    for (size_t i = 0; i < devices->stream_count; i++)
        free(devices->streams[i].name);
    free(devices->streams);
    map_clear(&devices->works_map);
}

static bool add_work(struct devices *devices, uint32_t rank,
                     const struct device_row *row)
{
    const uint32_t key[] = { row->call, row->kind };
    struct work *work =
        map_get(&devices->works_map, sizeof(*work), key, sizeof(key));

    if (work == NULL)
        return false;
    work->count += row->count;
    work->time += row->time;
    work->bytes += row->bytes;
    if (row->longest > work->longest)
        work->longest = row->longest;
    if (work->ranks == 0 || work->last_rank != rank)
        work->ranks++;
    work->last_rank = rank;
    return true;
}

static bool add_stream(struct devices *devices, const struct scope *scope,
                       const struct rank_data *rank, const char *name)
{
    struct stream stream = { .rank = rank->rank,
                             .shown =
                                 scope->ranks[scope->rank_count - 1].shown,
                             .name = strdup(name),
                             .measured = rank_data_measured(rank) };

    if (stream.name != NULL &&
        ARRAY_ADD(devices->streams, devices->stream_count, stream))
        return true;
    free(stream.name);
    return false;
}

static enum status devices_add(void *state, const struct scope *scope,
                               const struct rank_data *rank)
{
    struct devices *devices = state;
    const struct device_use *use = &rank->devices;
    size_t first = devices->stream_count;

    for (uint32_t i = 0; i < use->stream_count; i++)
        if (!add_stream(devices, scope, rank, use->streams[i]))
            return log_fail(STATUS_NO_MEMORY, "accelerators");
    for (uint32_t i = 0; i < use->row_count; i++) {
        const struct device_row *row = &use->rows[i];
        struct stream_sums *sums = &devices->streams[first + row->stream].sums;

        sums->count[row->kind] += row->count;
        sums->time[row->kind] += row->time;
        sums->bytes[row->kind] += row->bytes;
        if (!add_work(devices, rank->rank, row))
            return log_fail(STATUS_NO_MEMORY, "accelerators");
    }
    return STATUS_OK;
}

static void put_stream(struct table *table, const struct stream *stream)
{
    const struct stream_sums *sums = &stream->sums;
    uint64_t copies = 0, copying = 0;

    for (int kind = DEVICE_COPY_TO; kind < DEVICE_KINDS; kind++) {
        copies += sums->count[kind];
        copying += sums->time[kind];
    }
    table_integer(table, stream->rank);
    table_text(table, stream->name);
    table_number(table, sums->count[DEVICE_KERNEL]);
    table_number(table, sums->time[DEVICE_KERNEL]);
    table_real(table,
               scope_share(sums->time[DEVICE_KERNEL], stream->measured));
    TABLE_NUMBERS(table, copies, copying, sums->bytes[DEVICE_COPY_TO],
                  sums->bytes[DEVICE_COPY_FROM], sums->bytes[DEVICE_COPY_ON]);
}

static enum status streams_fill(struct table *table, const struct scope *scope,
                                const void *state)
{
    const struct devices *devices = state;

    (void)scope;
    for (size_t i = 0; i < devices->stream_count; i++)
        if (devices->streams[i].shown)
            put_stream(table, &devices->streams[i]);
    return STATUS_OK;
}

static void put_work(struct table *table, const struct scope *scope,
                     const struct work *work)
{
    double speed =
        work->time > 0 ? (double)work->bytes / ((double)work->time / 1e9) : 0;

    table_text(table, scope_call_name(scope, work->call));
    table_text(table, device_kind_title((enum device_kind)work->kind));
    TABLE_NUMBERS(table, work->count, work->time);
    table_number_if(table, work->count > 0,
                    work->count > 0 ? work->time / work->count : 0);
    TABLE_NUMBERS(table, work->longest, work->bytes);
    table_number_if(table, speed > 0, saturate_near(speed));
    table_number(table, work->ranks);
}

static enum status works_fill(struct table *table, const struct scope *scope,
                              const void *state)
{
    const struct devices *devices = state;

    for (uint32_t i = 0; i < devices->work_count; i++)
        put_work(table, scope, &devices->works[i]);
    table_sort(table, (size_t)table_column(table, "time_s"));
    return STATUS_OK;
}

/* Streams belong to no region. */
static bool devices_wanted(const void *state, const struct scope *scope)
{
    const struct devices *devices = state;

    return devices->stream_count > 0 && scope_inside(scope, 0);
}

const struct analysis devices_analysis = {
    .state_size = sizeof(struct devices),
    .add = devices_add,
    .wanted = devices_wanted,
    .fill = { streams_fill, works_fill },
    .clear = devices_clear,
    FORMS(forms),
};
