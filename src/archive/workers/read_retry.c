/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/workers/read_retry.h"

#include "base/log.h"
#include "profile_file/profile_file.h"
#include "archive/workers/fork_workers.h"
#include "archive/workers/trace_sources.h"

static enum status attempt_read(const struct read_retry *attempt,
                                struct profile **out)
{
    const struct trace_source *source = trace_source_of(attempt->anchor);

    if (source == NULL)
        return log_fail(
            STATUS_BAD_FORMAT,
            "%s: its name is not that of a trace, such as run.otf2",
            attempt->anchor);
    return read_trace_here(source, attempt->anchor, attempt->watch,
                           &attempt->workers, attempt->log, out);
}

static void read_retry_here(void *context)
{
    const struct read_retry *attempt = context;
    struct profile *profile = NULL;
    enum status status = attempt_read(attempt, &profile);

    attempt->watch->in_events = false;
    if (status == STATUS_OK && read_has_result(&attempt->workers))
        status = profile_save(profile, attempt->result);
    if (attempt->log != NULL && attempt->workers.role == READ_SHARE)
        attempt->watch->log_status = replay_log_end_part(attempt->log);
    read_progress_finish(attempt->watch, status);
}

static void show_progress(void *context)
{
    const struct read_retry *attempt = context;

    progress_tell(attempt->progress, attempt->watch->events,
                  attempt->watch->events_total);
}

static bool begin_try(struct read_retry *attempt)
{
    const struct read_workers *workers = &attempt->workers;

    if (attempt->log != NULL)
        replay_log_reset(attempt->log);
    read_progress_begin(attempt->watch);
    return workers->role != READ_SHARE ||
           read_own_ranks_empty(workers->packets[workers->mine]);
}

static enum subprocess_next try_ended(void *context, size_t job,
                                      enum subprocess_end end)
{
    struct read_retry *attempt = context;

    (void)job;
    attempt->end = end;
    if (end == SUBPROCESS_DONE ||
        !read_progress_leave_out(attempt->watch, end))
        return SUBPROCESS_GO_ON;
    return begin_try(attempt) ? SUBPROCESS_AGAIN : SUBPROCESS_GO_ON;
}

enum status read_retry_all(struct read_retry *attempt)
{
    struct subprocess_job job = {
        .work = read_retry_here,
        .context = attempt,
        .limits = { .memory_bytes = attempt->workers.memory_bytes,
                    .cpu_s = READ_CPU_S,
                    .wall_s = READ_WALL_S,
                    .steps = &attempt->watch->steps }
    };
    struct subprocess_jobs jobs = { .list = &job,
                                    .count = 1,
                                    .ended = try_ended,
                                    .look = show_progress,
                                    .context = attempt };

    if (!begin_try(attempt) || subprocess_run_all(&jobs) != SUBPROCESS_DONE)
        return log_fail(STATUS_IO, "%s: cannot start a process that reads it",
                        attempt->anchor);
    if (attempt->end != SUBPROCESS_DONE || !attempt->watch->finished)
        return read_progress_refuse(attempt->watch, attempt->anchor,
                                    attempt->end);
    return attempt->watch->status;
}

enum status read_retry_open(const struct read_retry *attempt,
                            struct profile **out)
{
    const struct read_progress *watch = attempt->watch;
    struct time_window window = attempt->workers.window;
    enum status status = profile_open(attempt->result, out);

    if (status != STATUS_OK || !window.given)
        return status;
    window.run = watch->run;
    window.to = window.to < window.run ? window.to : window.run;
    (*out)->window = window;
    if (attempt->log != NULL) {
        attempt->log->from = watch->log_from;
        attempt->log->to = watch->log_to;
    }
    return STATUS_OK;
}
