#include "call_detail_windows.h"

#include <stdlib.h>

#include "analyze/facts/source_location.h"
#include "base/log.h"
#include "progress_line.h"
#include "replay/observer.h"

static void add_call(void *context, const struct closeup_call *call)
{
    closeups_add_call(context, call);
}

static void add_message(void *context, const struct closeup_message *message)
{
    closeups_add_message(context, message);
}

static void add_pause(void *context, uint32_t rank,
                      const struct closeup_pause *pause)
{
    closeups_add_pause(context, rank, pause);
}

static void add_late_wait(void *context, const struct closeup_call *call)
{
    closeups_add_wait(context, call);
}

/* The time line begins with what is measured of the first rank. */
static void begin(const struct replay_log *log, const struct profile *profile,
                  struct closeups *closeups)
{
    uint64_t origin, end;

    replay_log_span(log, &origin, &end);
    closeups_begin(closeups, profile->rank_count, origin, end - origin);
}

static void measured(const struct replay_log *log, struct closeups *closeups)
{
    for (uint32_t i = 0; i < log->location_count; i++) {
        const struct replay_location *location = &log->locations[i];

        if (location->thread == 0)
            closeups_measured(closeups, location->rank, location->begin,
                              location->end);
    }
}

static bool name_comms(const struct replay_log *log,
                       const struct profile *profile, struct closeups *closeups)
{
    closeups->comms = calloc(log->comm_count + 1u, sizeof(*closeups->comms));
    if (closeups->comms == NULL)
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
        closeups->comms[closeups->comm_count++] = name.text;
    }
    return true;
}

static enum status watch(const struct replay_log *log,
                         const struct profile *profile,
                         struct closeups *closeups)
{
    struct replay_observer observer = { .context = closeups,
                                        .until = closeups_end(closeups),
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

enum status call_closeups_fill(const struct replay_log *log,
                               const struct profile *profile,
                               struct closeups *closeups)
{
    enum status status = STATUS_OK;

    if (!closeups_rows(closeups, profile->rank_count))
        return STATUS_OK;
    begin(log, profile, closeups);
    if (closeups_behind(closeups) != NULL) {
        closeups->filled = true; /* nothing that was asked for is there */
        return STATUS_OK;
    }
    closeups_choose(closeups, profile->replay->longest,
                    profile->replay->longest_count);
    if (!name_comms(log, profile, closeups))
        closeups->failed = true;
    if (!closeups->failed && closeups_open(closeups)) {
        measured(log, closeups);
        status = watch(log, profile, closeups);
    }
    if (status == STATUS_OK && closeups->failed)
        status = log_fail(STATUS_NO_MEMORY, "windows of the time line");
    closeups->filled = status == STATUS_OK;
    return status;
}
