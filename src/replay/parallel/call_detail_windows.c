/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/parallel/call_detail_windows.h"

#include <stdlib.h>

#include "analyze/facts/source_location.h"
#include "base/log.h"
#include "base/progress_line.h"
#include "replay/observer.h"

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
static void begin(const struct replay_log *log, const struct profile *profile,
                  struct detail_windows *detail_windows)
{
    uint64_t origin, end;

    replay_log_span(log, &origin, &end);
    detail_windows_begin(detail_windows, profile->rank_count, origin,
                         end - origin);
}

static void measured(const struct replay_log *log,
                     struct detail_windows *detail_windows)
{
    for (uint32_t i = 0; i < log->location_count; i++) {
        const struct replay_location *location = &log->locations[i];

        if (location->thread == 0)
            detail_windows_measured(detail_windows, location->rank,
                                    location->begin, location->end);
    }
}

static bool name_comms(const struct replay_log *log,
                       const struct profile *profile,
                       struct detail_windows *detail_windows)
{
    detail_windows->comms =
        calloc(log->comm_count + 1u, sizeof(*detail_windows->comms));
    if (detail_windows->comms == NULL)
        return false;
    for (uint32_t i = 0; i < log->comm_count; i++) {
        struct strbuf name;

        strbuf_init(&name);
        if (log->comms[i].id == 0)
            strbuf_puts(&name, "a communicator");
        else
            source_location_comm(profile->definitions, log->comms[i].id,
                                 &name);
        if (name.failed) {
            strbuf_clear(&name);
            return false;
        }
        detail_windows->comms[detail_windows->comm_count++] = name.text;
    }
    return true;
}

static enum status watch(const struct replay_log *log,
                         const struct profile *profile,
                         struct detail_windows *detail_windows)
{
    struct replay_observer observer = { .context = detail_windows,
                                        .until =
                                            detail_windows_end(detail_windows),
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

enum status call_detail_windows_fill(const struct replay_log *log,
                                     const struct profile *profile,
                                     struct detail_windows *detail_windows)
{
    enum status status = STATUS_OK;

    if (!detail_windows_rows(detail_windows, profile->rank_count))
        return STATUS_OK;
    begin(log, profile, detail_windows);
    if (detail_windows_behind(detail_windows) != NULL) {
        detail_windows->filled =
            true; /* nothing that was asked for is there */
        return STATUS_OK;
    }
    detail_windows_choose(detail_windows, profile->replay->longest,
                          profile->replay->longest_count);
    if (!name_comms(log, profile, detail_windows))
        detail_windows->failed = true;
    if (!detail_windows->failed && detail_windows_open(detail_windows)) {
        measured(log, detail_windows);
        status = watch(log, profile, detail_windows);
    }
    if (status == STATUS_OK && detail_windows->failed)
        status = log_fail(STATUS_NO_MEMORY, "windows of the time line");
    detail_windows->filled = status == STATUS_OK;
    return status;
}
