/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/parallel/replay_trace.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/progress_line.h"
#include "replay/parallel/replay_group.h"
#include "archive/reader/archive_size.h"
#include "replay/replay.h"
#include "replay/scenarios/scenarios.h"
#include "analyze/facts/source_location.h"
#include "replay/observer.h"
#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "report/detail_windows.h"

/* ---- detail windows ---- */

/* Single calls of the trace: of the requested windows, and of windows around the
 * longest waits of the replay; a second replay, which ends with the last
 * window, computes the wait of each call in them. */
static void add_call(void *context, const struct detail_window_call *call)
{
    detail_windows_add_call(context, call);
}

static void add_message(void *context,
                        const struct detail_window_message *message)
{
    detail_windows_add_message(context, message);
}

static void add_pause(void *context, uint32_t rank,
                      const struct detail_window_pause *pause)
{
    detail_windows_add_pause(context, rank, pause);
}

static void add_late_wait(void *context, const struct detail_window_call *call)
{
    detail_windows_add_wait(context, call);
}

/* The time line begins with what is measured of the first rank. */
static void begin_windows(const struct replay_log *log,
                          const struct profile *profile,
                          struct detail_windows *windows)
{
    uint64_t origin, end;

    replay_log_span(log, &origin, &end);
    detail_windows_begin(windows, profile->rank_count, origin, end - origin);
}

static void set_measured_times(const struct replay_log *log,
                               struct detail_windows *windows)
{
    for (uint32_t i = 0; i < log->location_count; i++) {
        const struct replay_location *location = &log->locations[i];

        if (location->thread == 0)
            detail_windows_measured(windows, location->rank, location->begin,
                                    location->end);
    }
}

/* Streams of a rank are in the same order in the log and in the profile. */
static void name_streams(const struct replay_log *log, struct profile *profile,
                         struct detail_windows *windows)
{
    uint32_t *next = calloc(profile->rank_count + 1u, sizeof(*next));

    if (next == NULL)
        windows->failed = true;
    for (uint32_t i = 0; next != NULL && i < log->stream_count; i++) {
        const struct replay_location *stream =
            &log->locations[log->location_count + i];
        const struct rank_data *rank;
        uint32_t number = next[stream->rank]++;

        if (stream->calls > 0 &&
            profile_rank(profile, stream->rank, &rank) == STATUS_OK &&
            number < rank->devices.stream_count)
            detail_windows_thread(windows, stream->rank, stream->thread,
                                  rank->devices.streams[number]);
    }
    free(next);
}

/* Other threads with calls have rows of their own. */
static void name_threads(const struct replay_log *log, struct profile *profile,
                         struct detail_windows *windows)
{
    for (uint32_t i = 0; i < log->location_count; i++) {
        const struct replay_location *location = &log->locations[i];

        if (location->thread != 0 && location->calls > 0)
            detail_windows_thread(windows, location->rank, location->thread,
                                  NULL);
    }
    name_streams(log, profile, windows);
    detail_windows_rows_end(windows);
}

/* Not before the measured part, nor the last call of all. */
static bool call_counts(const struct replay_location *location,
                        const struct profile_call *of,
                        const struct replay_call *call)
{
    return location->thread != 0 ||
           (call->begin >= location->begin && call->begin < location->end &&
            strcmp(of->name, "MPI_Finalize") != 0);
}

/* The place of a pause within its gap is unknown. */
static void count_pause(const struct replay_location *location,
                        const struct replay_call *call,
                        const struct replay_op *ops, uint64_t last,
                        struct detail_windows *windows)
{
    uint64_t ns = 0, gap = call->begin > last ? call->begin - last : 0;

    for (uint32_t i = 0; i < call->op_count; i++)
        if (ops[i].kind == REPLAY_PAUSE)
            ns += ops[i].time;
    if (ns > gap)
        ns = gap;
    if (ns > 0 && location->thread == 0)
        detail_windows_count(windows, location->rank, 0, CALL_LEVELS_PAUSE,
                             call->begin - ns, call->begin);
}

static enum status count_location(const struct replay_log *log,
                                  const struct profile *profile,
                                  uint32_t index,
                                  struct detail_windows *windows)
{
    const struct replay_location *location = &log->locations[index];
    struct replay_stream stream;
    struct replay_call call;
    const struct replay_op *ops;
    uint64_t last = location->begin;
    bool failed;

    replay_stream_init(&stream, log, index);
    while (replay_stream_next(&stream, &call, &ops)) {
        const struct profile_call *of =
            &profile->calls[log->sites[call.site].call];

        count_pause(location, &call, ops, last, windows);
        last = call.end > last ? call.end : last;
        if (call_counts(location, of, &call))
            detail_windows_count(windows, location->rank, location->thread,
                                 of->class, call.begin, call.end);
    }
    failed = stream.failed;
    replay_stream_clear(&stream);
    return failed ? STATUS_IO : STATUS_OK;
}

static enum status count_calls(const struct replay_log *log,
                               const struct profile *profile,
                               struct detail_windows *windows)
{
    enum status status = STATUS_OK;

    for (uint32_t i = 0;
         i < log->location_count + log->stream_count && status == STATUS_OK;
         i++)
        status = count_location(log, profile, i, windows);
    return status;
}

/* A copy is a message from its stream to itself. */
static void add_work(const struct replay_location *stream,
                     const struct replay_call *work,
                     const struct replay_op *ops,
                     struct detail_windows *windows)
{
    const struct detail_window_call call = { .begin = work->begin,
                                             .end = work->end,
                                             .rank = stream->rank,
                                             .site = work->site,
                                             .thread = stream->thread };
    struct detail_window_message copied = { .sent = work->begin,
                                            .received = work->end,
                                            .from = stream->rank,
                                            .to = stream->rank,
                                            .from_thread = stream->thread,
                                            .to_thread = stream->thread };

    detail_windows_add_call(windows, &call);
    if (work->op_count == 0)
        return;
    copied.bytes = ops->bytes + ((uint64_t)ops->coll << 32);
    detail_windows_add_message(windows, &copied);
}

static enum status add_stream(const struct replay_log *log, uint32_t index,
                              struct detail_windows *windows)
{
    const struct replay_location *stream = &log->locations[index];
    struct replay_stream in;
    struct replay_call work;
    const struct replay_op *ops;
    bool failed;

    replay_stream_init(&in, log, index);
    while (replay_stream_next(&in, &work, &ops))
        if (work.end > windows->origin)
            add_work(stream, &work, ops, windows);
    detail_windows_sort(windows, stream->rank, stream->thread);
    failed = in.failed;
    replay_stream_clear(&in);
    return failed ? STATUS_IO : STATUS_OK;
}

static enum status add_streams(const struct replay_log *log,
                               struct detail_windows *windows)
{
    enum status status = STATUS_OK;

    for (uint32_t i = 0; i < log->stream_count && status == STATUS_OK; i++)
        status = add_stream(log, log->location_count + i, windows);
    return status;
}

static bool name_comms(const struct replay_log *log,
                       const struct profile *profile,
                       struct detail_windows *windows)
{
    windows->comms = calloc(log->comm_count + 1u, sizeof(*windows->comms));
    if (windows->comms == NULL)
        return false;
    for (uint32_t i = 0; i < log->comm_count; i++) {
        struct strbuf name = { 0 };

        if (log->comms[i].id == 0)
            strbuf_puts(&name, "a communicator");
        else
            source_location_comm(profile->definitions, log->comms[i].id,
                                 &name);
        if (name.failed) {
            strbuf_clear(&name);
            return false;
        }
        windows->comms[windows->comm_count++] = name.text;
    }
    return true;
}

static enum status watch_calls(const struct replay_log *log,
                               const struct profile *profile,
                               struct detail_windows *windows)
{
    struct replay_observer observer = { .context = windows,
                                        .until = detail_windows_end(windows),
                                        .call = add_call,
                                        .message = add_message,
                                        .pause = add_pause,
                                        .late_wait = add_late_wait };
    struct progress_line line;
    enum status status;

    progress_line_begin(&line, "looking at single calls", "calls");
    status = replay_observed(log, profile, &observer, &line.progress);
    progress_line_end(&line);
    return status;
}

/* profile: with the log's replay and definitions. */
static enum status call_detail_windows_fill(const struct replay_log *log,
                                            struct profile *profile,
                                            struct detail_windows *windows)
{
    enum status status;

    if (!detail_windows_rows(windows, profile->rank_count))
        return STATUS_OK;
    begin_windows(log, profile, windows);
    if (detail_windows_behind(windows) != NULL) {
        windows->filled = true; /* nothing that was asked for is there */
        return STATUS_OK;
    }
    name_threads(log, profile, windows);
    status = windows->failed ? STATUS_OK : count_calls(log, profile, windows);
    detail_windows_choose(windows, profile->replay->longest,
                          profile->replay->longest_count);
    detail_windows_choose_tiles(windows);
    if (!name_comms(log, profile, windows))
        windows->failed = true;
    if (status == STATUS_OK && !detail_windows_in_memory(windows))
        return STATUS_OK; /* nothing is filled; the command refuses it */
    if (status == STATUS_OK && !windows->failed &&
        detail_windows_open(windows)) {
        set_measured_times(log, windows);
        status = watch_calls(log, profile, windows);
        if (status == STATUS_OK)
            status = add_streams(log, windows);
    }
    if (status == STATUS_OK && windows->failed)
        status = log_fail(STATUS_NO_MEMORY, "windows of the time line");
    windows->filled = status == STATUS_OK;
    return status;
}

/* ---- reading and replay ---- */

#define NO_CALL UINT32_MAX
#define SAME_RUN_NS 10000000000u /* begins of the same run, at most */

enum status replay_trace_log(const char *trace, const struct readers *readers,
                             struct replay_log *log, struct profile **out)
{
    struct progress_line line;
    enum status status;

    progress_line_begin(&line, "reading the trace", "events");
    status = read_trace(trace, readers, &line.progress, log, out);
    progress_line_end(&line);
    return status;
}

static enum status replay_calls(const struct replay_log *log,
                                const struct readers *readers,
                                struct profile *profile)
{
    struct progress_line line;
    enum status status = STATUS_OK;

    if (log->status != STATUS_OK)
        return log->status;
    progress_line_begin(&line, "replaying the trace", "calls");
    if (readers->group == NULL ||
        !replay_group(readers->group, log, profile, &line.progress,
                      &profile->replay))
        status = replay_run(log, profile, &line.progress, &profile->replay);
    progress_line_end(&line);
    return status;
}

/* Without detail_windows all else is still known. */
static void fill_detail_windows(const struct replay_log *log,
                                struct profile *profile,
                                struct detail_windows *windows)
{
    if (windows == NULL)
        return;
    if (profile->replay == NULL ||
        call_detail_windows_fill(log, profile, windows) != STATUS_OK)
        windows->why =
            "Single calls are not available: the trace could not be replayed.";
}

static bool is_lead(const struct replay_location *location,
                    struct profile *of_run)
{
    const struct rank_data *rank;

    return location->thread != 0 && location->calls > 0 &&
           location->rank < of_run->rank_count &&
           profile_rank(of_run, location->rank, &rank) == STATUS_OK &&
           rank->lead == location->thread;
}

void replay_trace_leads(struct replay_log *log, struct profile *of_run)
{
    for (uint32_t i = 0; i < log->location_count; i++)
        if (is_lead(&log->locations[i], of_run))
            replay_log_lead(log, i);
}

enum status replay_trace_read(const char *trace, bool waits,
                              const struct readers *readers,
                              struct profile *of_run,
                              struct detail_windows *windows,
                              struct profile **out)
{
    struct replay_log *log = NULL;
    enum status status;

    if (waits)
        replay_log_create(&log); /* without one all else is still known */
    status = replay_trace_log(trace, readers, log, out);
    if (status == STATUS_OK && log != NULL)
        replay_trace_leads(log, of_run != NULL ? of_run : *out);
    if (status == STATUS_OK && waits &&
        (log == NULL || replay_calls(log, readers, *out) != STATUS_OK))
        REMARK(&(*out)->remarks, REMARK_WAITS_UNKNOWN);
    if (status == STATUS_OK && waits)
        fill_detail_windows(log, *out, windows);
    if (status == STATUS_OK && (*out)->replay != NULL)
        (*out)->log = log;
    else
        replay_log_destroy(log);
    return status;
}

enum status replay_trace_simulate(const struct profile *profile,
                                  const struct scenario *scenarios,
                                  uint32_t count, struct scenarios *out)
{
    struct progress_line line;
    enum status status;

    progress_line_begin(&line, "simulating changes", "calls");
    status = replay_scenarios(
        profile->log, profile->traced == NULL ? profile : profile->traced,
        scenarios, count, &line.progress, out);
    progress_line_end(&line);
    return status;
}

/* ---- to another profile ---- */

static uint32_t call_in(const struct profile *profile, const char *name)
{
    for (uint32_t i = 0; i < profile->call_count; i++)
        if (strcmp(profile->calls[i].name, name) == 0)
            return i;
    return NO_CALL;
}

static bool map_calls(const struct profile *into, const struct profile *from,
                      uint32_t *map)
{
    for (uint32_t i = 0; i < from->call_count; i++)
        map[i] = call_in(into, from->calls[i].name);
    for (uint32_t i = 0; i < from->replay->site_count; i++)
        if (map[from->replay->sites[i].call] == NO_CALL)
            return false;
    return true;
}

static void rename_regions(struct replay_stretches *stretches,
                           const uint32_t *map)
{
    for (size_t i = 0; i < stretches->region_count; i++)
        if (stretches->regions[i].region != STRETCH_RUN)
            stretches->regions[i].region = map[stretches->regions[i].region];
}

/* In the words of the profile; a trace knows communicators by other numbers,
 * so of these the waits are not told apart. */
static void result_rename(struct replay_result *result, const uint32_t *calls,
                          uint32_t *map[DEFINITION_KINDS])
{
    for (uint32_t i = 0; i < result->site_count; i++) {
        struct replay_site *site = &result->sites[i];

        site->call = calls[site->call];
        site->region = map[DEFINITION_REGION_NODE][site->region];
        site->path = map[DEFINITION_PATH][site->path];
    }
    rename_regions(&result->stretches, map[DEFINITION_REGION_NODE]);
    for (size_t i = 0; i < result->row_count; i++)
        result->rows[i].comm = 0;
    for (size_t i = 0; i < result->split_count; i++)
        result->splits[i].comm = 0;
}

static enum status move_result(struct profile *into, struct profile *from)
{
    uint32_t *map[DEFINITION_KINDS] = { NULL };
    uint32_t *calls = calloc(from->call_count + 1, sizeof(*calls));
    enum status status = STATUS_NO_MEMORY;

    if (calls != NULL)
        status = definitions_merge_places(into->definitions, from->definitions,
                                          map);
    if (status == STATUS_OK && !map_calls(into, from, calls))
        status = log_fail(STATUS_BAD_FORMAT,
                          "the trace has calls of MPI "
                          "procedures that the profile does not know");
    if (status == STATUS_OK) {
        result_rename(from->replay, calls, map);
        into->replay = from->replay;
        from->replay = NULL;
    }
    definitions_map_clear(map);
    free(calls);
    return status;
}

/* Runs with equal numbers of ranks differ by their start times. */
static enum status check_run(const char *trace, const struct profile *profile,
                             const struct profile *traced)
{
    uint64_t here = profile->start_unix_ns, there = traced->start_unix_ns;
    uint64_t apart = here > there ? here - there : there - here;

    if (traced->rank_count != profile->rank_count)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: is the trace of another run: "
                        "it has %u ranks, the profile %u",
                        trace, traced->rank_count, profile->rank_count);
    if (there != 0 && apart > SAME_RUN_NS)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: is the trace of another run: "
                        "it began %.0f s %s the profile",
                        trace, (double)apart / 1e9,
                        there < here ? "before" : "after");
    return STATUS_OK;
}

static enum status trace_add(const char *trace, const struct readers *readers,
                             struct detail_windows *windows,
                             struct profile *profile)
{
    struct profile *traced = NULL;
    enum status status =
        replay_trace_read(trace, true, readers, profile, windows, &traced);

    if (status == STATUS_OK)
        status = check_run(trace, profile, traced);
    if (status == STATUS_OK)
        status = remarks_take(&profile->remarks, &traced->remarks,
                              REMARK_RANK_DAMAGED, REMARK_RANK_UNMAPPED);
    if (status == STATUS_OK)
        status =
            traced->replay == NULL ? STATUS_IO : move_result(profile, traced);
    if (status == STATUS_OK) {
        profile->log = traced->log;
        traced->log = NULL;
        profile->traced = traced;
    } else {
        profile_destroy(traced);
    }
    return status;
}

void replay_trace_add(const char *trace, bool large,
                      const struct readers *readers,
                      struct detail_windows *windows, struct profile *profile)
{
    if (!large && archive_size(trace) > REPLAY_TRACE_LARGE) {
        REMARK(&profile->remarks, REMARK_WAITS_LARGE,
               .numbers = { archive_size(trace) });
        if (windows != NULL)
            windows->why =
                "Single calls are not available: the trace is large; "
                "mpiprof-report --format html --waits adds them.";
        return;
    }
    log_set_prefix("wait states: ");
    if (trace_add(trace, readers, windows, profile) != STATUS_OK) {
        REMARK(&profile->remarks, REMARK_WAITS_UNKNOWN);
        if (windows != NULL)
            windows->filled = false;
    }
    log_set_prefix(NULL);
}
