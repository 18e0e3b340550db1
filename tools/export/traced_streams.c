/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * traced_streams.c - writes the kernels and copies of a stream of an
 * accelerator.
 */
#include "tools/export/traced.h"

/* Slices of a row may not overlap.  A stream has at most sixteen copies at a
 * time, and a kernel; only in a damaged trace the last row is not enough. */
#define ROWS 32

struct stream_rows {
    const char *name;
    uint64_t ends[ROWS];
    uint32_t count;
};

static uint32_t free_row(const struct stream_rows *rows, uint64_t begin)
{
    uint32_t row = 0;

    while (row < rows->count && row < ROWS - 1 && rows->ends[row] > begin)
        row++;
    return row;
}

/* The number of the thread that is the row. */
static uint32_t take_row(struct traced *trace, struct stream_rows *rows,
                         const struct lane *lane)
{
    uint32_t row = free_row(rows, lane->call.begin);
    struct chrome_place place = lane->place;
    struct strbuf name = { 0 };

    place.thread += row;
    if (row == rows->count) {
        rows->count++;
        strbuf_puts(&name, rows->name);
        if (row > 0)
            strbuf_printf(&name, " (%u)", row + 1);
        chrome_named_thread(trace->text, &place, strbuf_text(&name));
        strbuf_end(&name, &trace->text->failed);
    }
    rows->ends[row] = lane->call.end;
    return place.thread;
}

static void put_work(struct traced *trace, struct stream_rows *rows,
                     const struct lane *lane)
{
    const struct replay_site *site = &trace->log->sites[lane->call.site];
    const struct profile_call *call = &trace->run->profile->calls[site->call];
    struct chrome_about about = { 0 };
    struct chrome_place place = lane->place;

    if (!traced_shows(trace, lane->call.begin, lane->call.end))
        return;
    place.thread = take_row(trace, rows, lane);
    if (lane->call.op_count > 0)
        about.copied_bytes = traced_bytes(lane->ops);
    chrome_slice(
        trace->text, &place, lane->call.begin + trace->shift,
        lane->call.end + trace->shift,
        traced_site(trace, lane->call.site,
                    call->class == CALL_CLASS_ONE_SIDED ? "copy" : "kernel"),
        &about);
}

void traced_stream(struct traced *trace, uint32_t location, const char *name,
                   struct chrome_place *place)
{
    struct stream_rows rows = { .name = name };
    struct lane lane = { .place = *place };

    replay_stream_init(&lane.stream, trace->log, location);
    for (traced_next(trace, &lane); lane.more && trace->status == STATUS_OK;
         traced_next(trace, &lane)) {
        put_work(trace, &rows, &lane);
        if (trace->status == STATUS_OK)
            trace->status = stream_take(trace->stream, trace->text);
    }
    replay_stream_clear(&lane.stream);
    place->thread += rows.count;
}
