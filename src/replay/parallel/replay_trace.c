/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/parallel/replay_trace.h"

#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/log.h"
#include "replay/parallel/call_detail_windows.h"
#include "base/progress_line.h"
#include "replay/parallel/replay_group.h"
#include "archive/reader/archive_size.h"
#include "replay/replay.h"

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

static enum status replay(const struct replay_log *log,
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
                                const struct profile *profile,
                                struct detail_windows *detail_windows)
{
    if (detail_windows == NULL)
        return;
    if (profile->replay == NULL ||
        call_detail_windows_fill(log, profile, detail_windows) != STATUS_OK)
        detail_windows->why =
            "Single calls are not here: the trace could not be "
            "replayed.";
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
                              struct detail_windows *detail_windows,
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
        (log == NULL || replay(log, readers, *out) != STATUS_OK))
        REMARK(&(*out)->remarks, REMARK_WAITS_UNKNOWN);
    if (status == STATUS_OK && waits)
        fill_detail_windows(log, *out, detail_windows);
    replay_log_destroy(log);
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
    for (size_t i = 0; i < result->row_count; i++)
        result->rows[i].comm = 0;
    for (size_t i = 0; i < result->split_count; i++)
        result->splits[i].comm = 0;
}

static enum status move(struct profile *into, struct profile *from)
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

/* Of equal numbers of ranks a run is told by when it began. */
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
                             struct detail_windows *detail_windows,
                             struct profile *profile)
{
    struct profile *traced = NULL;
    enum status status = replay_trace_read(trace, true, readers, profile,
                                           detail_windows, &traced);

    if (status == STATUS_OK)
        status = check_run(trace, profile, traced);
    if (status == STATUS_OK)
        status = remarks_take(&profile->remarks, &traced->remarks,
                              REMARK_RANK_DAMAGED, REMARK_RANK_UNMAPPED);
    if (status == STATUS_OK)
        status = traced->replay == NULL ? STATUS_IO : move(profile, traced);
    profile_destroy(traced);
    return status;
}

void replay_trace_add(const char *trace, bool large,
                      const struct readers *readers,
                      struct detail_windows *detail_windows,
                      struct profile *profile)
{
    if (!large && archive_size(trace) > REPLAY_TRACE_LARGE) {
        REMARK(&profile->remarks, REMARK_WAITS_LARGE,
               .numbers = { archive_size(trace) });
        if (detail_windows != NULL)
            detail_windows->why =
                "Single calls are not here, as the trace is a "
                "large one; mpiprof-report --format html --waits "
                "has them.";
        return;
    }
    log_set_prefix("wait states: ");
    if (trace_add(trace, readers, detail_windows, profile) != STATUS_OK) {
        REMARK(&profile->remarks, REMARK_WAITS_UNKNOWN);
        if (detail_windows != NULL)
            detail_windows->filled = false;
    }
    log_set_prefix(NULL);
}
