/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_pickles.c - files of line_profiler, and snapshots of tracemalloc.
 *
 * A LineStats object has `timings', {(file, line, function): [(line, hits,
 * ticks), ...]}, and `unit', seconds of a tick.  A Snapshot has `traces', whose
 * `_traces' is a list of (domain, bytes, frames[, depth]); the first of the
 * frames, (file, line), is where memory was allocated.
 */
#include <math.h>

#include "base/saturate.h"
#include "pyfiles/content.h"
#include "pyfiles/pickle.h"

static bool open_pickle(struct content *content, const char *data, size_t size,
                        struct pickle *pickle)
{
    enum status status = pickle_read(data, size, pickle, &content->problem);

    content->no_memory |= status == STATUS_NO_MEMORY;
    return status == STATUS_OK;
}

/* ---- line_profiler ---- */

static void add_line(struct content *content, const struct content_key *at,
                     const struct pickle_value *const fields[3], double unit)
{
    struct content_entry entry = { .key = *at };
    double ticks = 0;

    if (fields[0]->kind != PICKLE_WHOLE || fields[1]->kind != PICKLE_WHOLE ||
        !pickle_real(fields[2], &ticks)) {
        content_fail(content, "lacks the numbers of a line");
        return;
    }
    entry.key.line = fields[0]->as.whole;
    entry.count = fields[1]->as.whole > 0 ? (uint64_t)fields[1]->as.whole : 0;
    entry.value = ticks > 0 ? saturate_near(ticks * unit * 1e9) : 0;
    entry.cumulative = entry.value;
    content_add(content, &entry);
}

/* One function: its key, and the list of its lines. */
static void add_function(struct content *content, struct pickle *pickle,
                         const struct pickle_value *key,
                         const struct pickle_value *lines, double unit)
{
    const struct pickle_value *fields[3];
    struct content_key at = { 0 };
    const char *file = NULL, *name = NULL;
    uint32_t item;

    if (key->kind == PICKLE_LIST && pickle_fields(pickle, key, 3, fields)) {
        file = pickle_text(pickle, fields[0]);
        name = pickle_text(pickle, fields[2]);
    }
    if (file == NULL || name == NULL || lines->kind != PICKLE_LIST ||
        pickle->lists[lines->id].opened) {
        content_fail(content, "has no function and its lines where they "
                              "should be");
        return;
    }
    at.file = content_name(content, file);
    at.name = content_name(content, name);
    for (item = pickle_open(pickle, lines);
         item != PICKLE_END && !content_failed(content);
         item = pickle->items[item].next)
        if (pickle_fields(pickle, &pickle->items[item].value, 3, fields))
            add_line(content, &at, fields, unit);
        else
            content_fail(content, "has no line, hits and time where they "
                                  "should be");
}

static void add_timings(struct content *content, struct pickle *pickle)
{
    const struct pickle_value *timings =
        pickle_member(pickle, &pickle->root, PICKLE_LINE_STATS, "timings");
    const struct pickle_value *in =
        pickle_member(pickle, &pickle->root, PICKLE_LINE_STATS, "unit");
    double unit = 0;
    uint32_t at;

    if (timings == NULL || timings->kind != PICKLE_DICT || in == NULL ||
        !pickle_real(in, &unit) || !isfinite(unit) || unit <= 0) {
        content_fail(content, "is a pickle, but not one of line_profiler");
        return;
    }
    for (at = pickle_open(pickle, timings);
         at != PICKLE_END && !content_failed(content);
         at = pickle->items[pickle->items[at].next].next)
        add_function(content, pickle, &pickle->items[at].value,
                     &pickle->items[pickle->items[at].next].value, unit);
}

void content_read_lines(struct content *content, const char *data, size_t size)
{
    struct pickle pickle;

    if (!open_pickle(content, data, size, &pickle))
        return;
    add_timings(content, &pickle);
    pickle_clear(&pickle);
}

/* ---- tracemalloc ---- */

static bool read_frame(struct content *content, const struct pickle *pickle,
                       const struct pickle_value *frames,
                       struct content_key *out)
{
    const struct pickle_value *frame, *fields[2];
    const char *file = NULL;

    if (pickle_fields(pickle, frames, 1, &frame) &&
        pickle_fields(pickle, frame, 2, fields))
        file = pickle_text(pickle, fields[0]);
    if (file == NULL || fields[1]->kind != PICKLE_WHOLE)
        return false;
    out->file = content_name(content, file);
    out->name = content_name(content, "");
    out->line = fields[1]->as.whole;
    return true;
}

static void add_trace(struct content *content, const struct pickle *pickle,
                      const struct pickle_value *trace)
{
    const struct pickle_value *fields[3];
    struct content_entry entry = { .count = 1 };

    if (!pickle_fields(pickle, trace, 3, fields) ||
        fields[1]->kind != PICKLE_WHOLE || fields[1]->as.whole < 0 ||
        !read_frame(content, pickle, fields[2], &entry.key)) {
        content_fail(content, "has no block of memory where one should be");
        return;
    }
    entry.value = entry.cumulative = (uint64_t)fields[1]->as.whole;
    content_add(content, &entry);
}

static void add_traces(struct content *content, struct pickle *pickle)
{
    const struct pickle_value *traces =
        pickle_member(pickle, &pickle->root, PICKLE_SNAPSHOT, "traces");
    const struct pickle_value *list =
        traces == NULL
            ? NULL
            : pickle_member(pickle, traces, PICKLE_TRACES, "_traces");
    uint32_t at;

    if (list == NULL || list->kind != PICKLE_LIST) {
        content_fail(content, "is a pickle, but not a tracemalloc snapshot");
        return;
    }
    for (at = pickle_open(pickle, list);
         at != PICKLE_END && !content_failed(content);
         at = pickle->items[at].next)
        add_trace(content, pickle, &pickle->items[at].value);
}

void content_read_snapshot(struct content *content, const char *data,
                           size_t size)
{
    struct pickle pickle;

    if (!open_pickle(content, data, size, &pickle))
        return;
    add_traces(content, &pickle);
    pickle_clear(&pickle);
}
