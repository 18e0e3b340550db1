/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * traced.c - the time line of a run, from its trace.
 *
 * Visits the calls of the trace twice: arrows of messages require knowing
 * which ends are shown, see flows.h.  Only the current calls are in memory.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/source_location.h"
#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"
#include "tools/chrome_files.h"
#include "tools/export/traced.h"

#define TELL_CALLS 65536u

/* A location that is exported. */
struct chosen {
    uint32_t rank, thread, location;
};

void traced_no_memory(struct traced *trace)
{
    if (trace->status == STATUS_OK)
        trace->status = log_fail(STATUS_NO_MEMORY, "time line");
}

const char *traced_keep(struct traced *trace, char **place,
                        struct strbuf *text)
{
    if (text->failed) {
        strbuf_clear(text);
        traced_no_memory(trace);
        return "";
    }
    *place = text->text;
    return *place;
}

const char *traced_site(struct traced *trace, uint32_t number,
                        const char *kind)
{
    const struct profile *profile = trace->run->profile;
    const struct replay_site *site = &trace->log->sites[number];
    const struct profile_call *call = &profile->calls[site->call];
    struct source_location place;
    struct strbuf text = { 0 };

    if (trace->sites[number] != NULL)
        return trace->sites[number];
    source_location_leaf(profile->definitions, site->path, &place);
    chrome_kind(&text, call->name, kind, place.file, place.line);
    return traced_keep(trace, &trace->sites[number], &text);
}

/* ---- counters ---- */

/* The readings that follow the moment at ops[i]; how many. */
static uint32_t read_counters(const struct traced *trace,
                              const struct lane *lane, uint32_t i,
                              uint64_t values[TRACED_COUNTERS])
{
    uint32_t count = 0, all = lane->ops[i].coll;

    for (i++; count < all && count < TRACED_COUNTERS &&
              count < trace->run->profile->counter_count &&
              i < lane->call.op_count && lane->ops[i].kind == REPLAY_COUNTER;
         i++)
        values[count++] = lane->ops[i].time;
    return count;
}

static void put_rates(struct traced *trace, const struct lane *lane,
                      const uint64_t *values, uint32_t count, uint64_t time)
{
    double seconds = (double)(time - lane->counted_at) / 1e9;

    if (!trace->writing || !traced_shows(trace, lane->counted_at, time))
        return;
    for (uint32_t i = 0; i < count; i++)
        if (values[i] >= lane->counted[i])
            chrome_counter(trace->text, &lane->place,
                           trace->run->profile->counters[i],
                           lane->counted_at + trace->shift,
                           (double)(values[i] - lane->counted[i]) / seconds);
}

/* Where nothing has counted, the counters were not read: at the begin of a
 * region is what the call before had read. */
static void take_counters(struct traced *trace, struct lane *lane, uint32_t i)
{
    uint64_t values[TRACED_COUNTERS] = { 0 }, time = lane->ops[i].time;
    uint32_t count = read_counters(trace, lane, i, values);

    if (lane->counting && (time <= lane->counted_at ||
                           memcmp(values, lane->counted, sizeof(values)) == 0))
        return;
    if (lane->counting)
        put_rates(trace, lane, values, count, time);
    memcpy(lane->counted, values, sizeof(values));
    lane->counted_at = time;
    lane->counting = true;
}

/* ---- calls ---- */

/* The state before the call; whether it is a call. */
static bool take_before(struct traced *trace, struct lane *lane)
{
    bool call = true;

    for (uint32_t i = 0; i < lane->call.op_count; i++) {
        const struct replay_op *op = &lane->ops[i];

        if (op->kind == REPLAY_NO_CALL)
            call = false;
        else if (op->kind == REPLAY_MOMENT)
            take_counters(trace, lane, i);
    }
    return call;
}

static void put_call(struct traced *trace, const struct lane *lane)
{
    const struct replay_site *site = &trace->log->sites[lane->call.site];
    uint32_t class = trace->run->profile->calls[site->call].class;
    struct chrome_about about = { 0 };

    if (!trace->writing ||
        !traced_shows(trace, lane->call.begin, lane->call.end))
        return;
    traced_about(lane, &about);
    chrome_slice(trace->text, &lane->place, lane->call.begin + trace->shift,
                 lane->call.end + trace->shift,
                 traced_site(trace, lane->call.site,
                             call_class_title((enum call_class) class)),
                 &about);
}

static void take_call(struct traced *trace, struct lane *lane)
{
    const struct replay_site *site;

    if (lane->call.site >= trace->log->site_count)
        return;
    site = &trace->log->sites[lane->call.site];
    if (!take_before(trace, lane)) {
        traced_regions(trace, lane, 0);
        return;
    }
    traced_regions(trace, lane, site->region);
    put_call(trace, lane);
    traced_messages(trace, lane);
    lane->last = lane->call.end;
}

/* ---- ranks ---- */

void traced_next(struct traced *trace, struct lane *lane)
{
    lane->more = replay_stream_next(&lane->stream, &lane->call, &lane->ops);
    if (lane->stream.failed && trace->status == STATUS_OK)
        trace->status = log_fail(STATUS_IO, "the temporary file of the "
                                            "trace cannot be read");
    if (++trace->done % TELL_CALLS == 0)
        progress_tell(&trace->line.progress, trace->done, trace->all);
}

static struct lane *first_of(struct lane *lanes, size_t count)
{
    struct lane *first = NULL;

    for (size_t i = 0; i < count; i++)
        if (lanes[i].more &&
            (first == NULL || lanes[i].call.begin < first->call.begin))
            first = &lanes[i];
    return first;
}

static void open_lane(struct traced *trace, struct lane *lane,
                      uint32_t location)
{
    const struct replay_location *about = &trace->log->locations[location];

    memset(lane, 0, sizeof(*lane));
    lane->place = (struct chrome_place){ about->rank, about->thread };
    replay_stream_init(&lane->stream, trace->log, location);
    if (trace->writing)
        chrome_thread(trace->text, &lane->place);
    traced_next(trace, lane);
}

/* Calls that are open at the end end with the last event. */
static void close_lane(struct traced *trace, struct lane *lane, uint64_t end)
{
    traced_close(trace, lane, end > lane->last ? end : lane->last);
    replay_stream_clear(&lane->stream);
}

static void put_rank(struct traced *trace, uint32_t rank)
{
    struct profile *profile = trace->run->profile;
    const struct rank_data *data;
    const char *host = "";

    if (profile_rank(profile, rank, &data) == STATUS_OK)
        host = export_host(profile, data);
    chrome_rank(trace->text, rank, host);
}

static void take_lanes(struct traced *trace, struct lane *lanes, size_t count)
{
    struct lane *lane;

    while ((lane = first_of(lanes, count)) != NULL &&
           trace->status == STATUS_OK) {
        take_call(trace, lane);
        if (trace->writing && trace->status == STATUS_OK)
            trace->status = stream_take(trace->stream, trace->text);
        traced_next(trace, lane);
    }
}

static void put_streams(struct traced *trace, const struct chosen *list,
                        size_t count)
{
    struct chrome_place place = { list->rank, list->thread };
    const struct rank_data *rank;

    if (profile_rank(trace->run->profile, place.rank, &rank) != STATUS_OK)
        return;
    for (size_t i = 0; i < count && i < rank->devices.stream_count; i++)
        traced_stream(trace, list[i].location, rank->devices.streams[i],
                      &place);
}

static void take_threads(struct traced *trace, const struct chosen *list,
                         size_t count)
{
    struct lane *lanes = calloc(count + 1, sizeof(*lanes));

    if (lanes == NULL) {
        traced_no_memory(trace);
        return;
    }
    map_reset(&trace->receives);
    for (size_t i = 0; i < count; i++)
        open_lane(trace, &lanes[i], list[i].location);
    take_lanes(trace, lanes, count);
    for (size_t i = 0; i < count; i++)
        close_lane(trace, &lanes[i],
                   trace->log->locations[list[i].location].end);
    free(lanes);
}

/* The locations of one rank: its threads, then its streams, which have no
 * messages. */
static void take_rank(struct traced *trace, const struct chosen *list,
                      size_t count)
{
    size_t threads = 0;

    while (threads < count &&
           list[threads].location < trace->log->location_count)
        threads++;
    if (trace->writing)
        put_rank(trace, list[0].rank);
    take_threads(trace, list, threads);
    if (trace->writing && threads < count)
        put_streams(trace, list + threads, count - threads);
}

/* ---- files of other tools ---- */

/* The time of day at time 0 of what is written; 0: unknown. */
static int64_t base_of(const struct traced *trace)
{
    uint64_t start = trace->run->profile->start_unix_ns;
    uint64_t before = trace->origin + trace->shift;

    return start > before && start < INT64_MAX ? (int64_t)(start - before) : 0;
}

static enum status check_ranks(const struct traced *trace,
                               const struct chrome_files *files)
{
    uint32_t ranks = trace->run->profile->rank_count;

    for (size_t i = 0; i < files->set.count; i++)
        if ((uint32_t)files->set.files[i].rank >= ranks)
            return log_fail(
                STATUS_BAD_FORMAT,
                "%s: its name says rank %d, but the run has only %u; use "
                "--rank-pattern to say where the rank is",
                files->set.files[i].path, files->set.files[i].rank, ranks);
    return STATUS_OK;
}

/* Time 0 is the first event of the trace or of a file: none is before it. */
static enum status open_files(struct traced *trace, struct chrome_files *files)
{
    const struct options *options = &trace->run->request->options;
    int64_t base = base_of(trace), first;
    uint64_t begin, end;
    enum status status;

    *files = (struct chrome_files){ .facts = NULL };
    if (options->with.count == 0)
        return STATUS_OK;
    status = chrome_files_open((char *const *)options->with.words,
                               options->with.count, options->rank_pattern,
                               NULL, files);
    if (status == STATUS_OK)
        status = check_ranks(trace, files);
    if (status != STATUS_OK || base == 0)
        return status;
    replay_log_span(trace->log, &begin, &end);
    first = chrome_files_first(files);
    trace->shift = first < base ? (uint64_t)(base - first) : 0;
    return chrome_files_check(files, base, base + (int64_t)end);
}

static enum status put_files(const struct traced *trace,
                             const struct chrome_files *files)
{
    struct chrome_line line = {
        .base = base_of(trace),
        .chosen = trace->chosen,
        .undated = trace->origin + trace->shift,
        .from = trace->from == 0 ? 0 : trace->from + trace->shift,
        .to = trace->to > UINT64_MAX - trace->shift ? UINT64_MAX
                                                    : trace->to + trace->shift,
        .stream = trace->stream,
        .text = trace->text
    };

    return chrome_files_write(files, &line);
}

/* ---- passes ---- */

ORDER(by_rank, struct chosen, UP(rank) UP(thread));

/* Those of chosen ranks, the threads and streams of one rank together. */
static struct chosen *choose_locations(struct traced *trace, size_t *count)
{
    const struct replay_log *log = trace->log;
    uint32_t all = log->location_count + log->stream_count;
    struct chosen *list = calloc(all + (size_t)1, sizeof(*list));

    *count = 0;
    for (uint32_t i = 0; list != NULL && i < all; i++) {
        const struct replay_location *location = &log->locations[i];

        if (location->rank >= trace->run->profile->rank_count ||
            !trace->chosen[location->rank])
            continue;
        list[(*count)++] =
            (struct chosen){ location->rank, location->thread, i };
        trace->all += (i < log->location_count ? 2 : 1) * location->calls;
    }
    if (list != NULL)
        qsort(list, *count, sizeof(*list), by_rank);
    return list;
}

static void pass_ranks(struct traced *trace, const struct chosen *list,
                       size_t count)
{
    size_t end;

    for (size_t i = 0; i < count && trace->status == STATUS_OK; i = end) {
        end = i + 1;
        while (end < count && list[end].rank == list[i].rank)
            end++;
        take_rank(trace, list + i, end - i);
        if (trace->flows.failed)
            traced_no_memory(trace);
    }
}

static void both_passes(struct traced *trace, const struct chrome_files *files)
{
    size_t count;
    struct chosen *list = choose_locations(trace, &count);

    if (list == NULL) {
        traced_no_memory(trace);
        return;
    }
    progress_line_begin(&trace->line, "exporting", "calls");
    pass_ranks(trace, list, count);
    flows_second_pass(&trace->flows);
    trace->writing = true;
    chrome_begin(trace->text, trace->run->profile->program,
                 trace->origin + trace->shift, (uint64_t)base_of(trace));
    pass_ranks(trace, list, count);
    if (trace->status == STATUS_OK)
        trace->status = put_files(trace, files);
    chrome_end(trace->text);
    progress_line_end(&trace->line);
    free(list);
}

static void warn_of_missing(const struct traced *trace)
{
    const struct ranklist *ranks = &trace->run->ranks;
    size_t missing = 0;

    for (size_t i = 0; i < ranks->count; i++) {
        const struct rank_data *data;

        if (profile_rank(trace->run->profile, (uint32_t)ranks->members[i],
                         &data) != STATUS_OK ||
            data->missing)
            missing++;
    }
    if (missing > 0)
        log_warn("%s: %zu of %zu ranks have no events and are not in the "
                 "export",
                 trace->run->request->run, missing, ranks->count);
}

/* The file's times are the log's, which start with the first event. */
static void open_window(struct traced *trace)
{
    const struct time_window *window = &trace->run->request->window;
    uint64_t end;

    replay_log_span(trace->log, &trace->origin, &end);
    trace->to = UINT64_MAX;
    if (!window->given)
        return;
    if (window->from_set)
        trace->from = trace->origin + window->from;
    if (window->to < UINT64_MAX - trace->origin)
        trace->to = trace->origin + window->to;
}

static void clear_trace(struct traced *trace)
{
    for (uint32_t i = 0; trace->sites != NULL && i < trace->log->site_count;
         i++)
        free(trace->sites[i]);
    for (size_t i = 0; trace->regions != NULL && i < trace->region_count; i++)
        free(trace->regions[i]);
    FREE_ALL(trace->sites, trace->regions, trace->chosen);
    map_clear(&trace->receives);
    flows_clear(&trace->flows);
}

static void prepare_trace(struct traced *trace)
{
    const struct profile *profile = trace->run->profile;
    const struct ranklist *ranks = &trace->run->ranks;

    flows_init(&trace->flows);
    trace->region_count =
        definitions_count(profile->definitions, DEFINITION_REGION_NODE);
    trace->sites =
        calloc(trace->log->site_count + (size_t)1, sizeof(*trace->sites));
    trace->regions = calloc(trace->region_count + 1, sizeof(*trace->regions));
    trace->chosen =
        calloc(profile->rank_count + (size_t)1, sizeof(*trace->chosen));
    if (trace->sites == NULL || trace->regions == NULL ||
        trace->chosen == NULL) {
        traced_no_memory(trace);
        return;
    }
    for (size_t i = 0; i < ranks->count; i++)
        trace->chosen[ranks->members[i]] = true;
}

enum status export_chrome(const struct exported *run, struct stream *stream,
                          struct strbuf *text)
{
    struct traced trace = {
        .run = run, .log = run->log, .stream = stream, .text = text
    };
    struct chrome_files files = { .facts = NULL };

    open_window(&trace);
    prepare_trace(&trace);
    if (trace.status == STATUS_OK)
        trace.status = open_files(&trace, &files);
    if (trace.status == STATUS_OK)
        both_passes(&trace, &files);
    if (trace.status == STATUS_OK)
        warn_of_missing(&trace);
    chrome_files_clear(&files);
    clear_trace(&trace);
    return trace.status;
}
