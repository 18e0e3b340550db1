/*
 * read_apart.c - reads an archive in a process of its own.
 *
 * The OTF2 library trusts what it reads: a damaged archive makes some of its
 * versions crash, loop for ever or ask for all memory.  Such an archive cannot
 * be told from a sound one without reading it as the library does, so it is
 * read where that does no harm, and what comes of it is handed over as the
 * profile file that it is.  A location whose events cannot be survived is
 * left out in another try.
 */
#define _GNU_SOURCE /* memfd_create */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/log.h"
#include "model/profile_file.h"
#include "read/archive_size.h"
#include "read/read_otf2.h"
#include "read/shares.h"
#include "read/watch.h"

struct attempt {
    const char *anchor;
    const struct progress *progress;
    struct replay_log *log; /* or NULL */
    struct read_watch *watch;
    struct read_workers workers;
    enum apart_end end;
    char result[40]; /* the path of what comes of it */
};

static void attempt_here(void *context)
{
    const struct attempt *attempt = context;
    struct profile *profile = NULL;
    enum status status =
        read_otf2_here(attempt->anchor, attempt->watch, &attempt->workers,
                       attempt->log, &profile);

    attempt->watch->in_events = false;
    if (status == STATUS_OK)
        status = profile_save(profile, attempt->result);
    watch_finish(attempt->watch, status);
}

static void look(void *context)
{
    const struct attempt *attempt = context;

    progress_tell(attempt->progress, attempt->watch->events,
                  attempt->watch->events_total);
}

static void begin(struct attempt *attempt)
{
    if (attempt->log != NULL)
        replay_log_reset(attempt->log);
    watch_begin(attempt->watch);
}

static enum apart_next ended(void *context, size_t job, enum apart_end end)
{
    struct attempt *attempt = context;

    (void)job;
    attempt->end = end;
    if (end == APART_DONE || !watch_leave_out(attempt->watch, end))
        return APART_GO_ON;
    begin(attempt);
    return APART_AGAIN;
}

/* Until an attempt comes to its end. */
static enum status attempt_all(struct attempt *attempt)
{
    struct apart_job job = {
        .work = attempt_here, .context = attempt,
        .limits = { .memory_bytes = attempt->workers.memory_bytes,
                    .cpu_s = READ_CPU_S, .wall_s = READ_WALL_S,
                    .steps = &attempt->watch->steps }
    };
    struct apart_jobs jobs = { .list = &job, .count = 1, .ended = ended,
                               .look = look, .context = attempt };

    begin(attempt);
    if (apart_run_all(&jobs) != APART_DONE)
        return log_fail(STATUS_IO, "%s: no process can be made to read it",
                        attempt->anchor);
    if (attempt->end != APART_DONE || !attempt->watch->finished)
        return watch_refuse(attempt->watch, attempt->anchor, attempt->end);
    return attempt->watch->status;
}

static enum status read_into(int result, struct attempt *attempt,
                             struct profile **out)
{
    enum status status;

    snprintf(attempt->result, sizeof(attempt->result), "/proc/self/fd/%d",
             result);
    status = attempt_all(attempt);
    if (status == STATUS_OK && attempt->log != NULL)
        attempt->log->status = replay_log_open(attempt->log);
    return status == STATUS_OK ? profile_open(attempt->result, out) : status;
}

/* How many workers, and what all that is read may take. */
static struct read_workers workers_for(const char *anchor, uint32_t jobs)
{
    uint64_t bytes = archive_size(anchor);

    return (struct read_workers){
        .count = jobs > 0 ? jobs : shares_default(bytes, archive_files(anchor)),
        .memory_bytes = READ_MEMORY_BASE + READ_MEMORY_PER_BYTE * bytes
    };
}

enum status read_otf2(const char *anchor_file, uint32_t jobs,
                      const struct progress *progress, struct replay_log *log,
                      struct profile **out)
{
    struct attempt attempt = {
        .anchor = anchor_file,
        .progress = progress,
        .log = log,
        .watch = apart_shared(sizeof(*attempt.watch)),
        .workers = workers_for(anchor_file, jobs)
    };
    int result = memfd_create("mpiprof", MFD_CLOEXEC);
    enum status status;

    if (log != NULL && attempt.workers.count > 1)
        attempt.workers.count = replay_log_divide(log, attempt.workers.count);
    if (attempt.watch == NULL || result < 0)
        status = log_fail(STATUS_NO_MEMORY, "%s", anchor_file);
    else
        status = read_into(result, &attempt, out);
    if (result >= 0)
        close(result); /* what was opened stays mapped */
    apart_unshare(attempt.watch, sizeof(*attempt.watch));
    return status;
}
