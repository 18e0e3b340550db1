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
#include "read/apart.h"
#include "read/archive_size.h"
#include "read/read_otf2.h"
#include "read/watch.h"

/* What reading may take: this, and so much for every byte of the archive. */
#define MEMORY_BASE ((size_t)1 << 30)
#define MEMORY_PER_BYTE 256u
#define CPU_S 30.0   /* of work that gets nowhere; all of it is fast */
#define WALL_S 300.0 /* the same of waiting, as for a file system */

struct attempt {
    const char *anchor;
    const struct progress *progress;
    struct replay_log *log; /* or NULL */
    struct read_watch *watch;
    char result[40]; /* the path of what comes of it */
};

static void attempt_here(void *context)
{
    const struct attempt *attempt = context;
    struct read_watch *watch = attempt->watch;
    struct profile *profile = NULL;
    enum status status =
        read_otf2_here(attempt->anchor, watch, attempt->log, &profile);

    watch->in_events = false;
    watch->steps++;
    if (status == STATUS_OK)
        status = profile_save(profile, attempt->result);
    watch->status = status;
    watch->finished = true;
}

static void look(void *context)
{
    const struct attempt *attempt = context;

    progress_tell(attempt->progress, attempt->watch->events,
                  attempt->watch->events_total);
}

static enum apart_end attempt_apart(struct attempt *attempt)
{
    struct read_watch *watch = attempt->watch;
    struct apart_limits limits = {
        .memory_bytes = MEMORY_BASE +
                        MEMORY_PER_BYTE * archive_size(attempt->anchor),
        .cpu_s = CPU_S, .wall_s = WALL_S, .steps = &watch->steps,
        .look = look, .context = attempt
    };

    if (attempt->log != NULL)
        replay_log_reset(attempt->log);
    watch->finished = watch->in_events = false;
    watch->events = watch->events_total = 0;
    return apart_run(attempt_here, attempt, &limits);
}

/* Whether it is worth another try without the location. */
static bool leave_out(struct read_watch *watch, enum apart_end end)
{
    if (!watch->in_events || watch->left_out_count == WATCH_LEFT_OUT_MOST)
        return false;
    watch->left_out[watch->left_out_count++] = (struct left_out){
        .location = watch->location, .stuck = end == APART_STUCK
    };
    return true;
}

static enum status refuse(const struct attempt *attempt, enum apart_end end)
{
    const struct read_watch *watch = attempt->watch;
    const char *what = end == APART_STUCK ? "reading it does not end"
                                          : "reading it crashes";

    if (watch->in_events)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: it is damaged in many places, such as the events "
                        "of location %llu: %s; copy the archive again",
                        attempt->anchor,
                        (unsigned long long)watch->location, what);
    return log_fail(STATUS_BAD_FORMAT,
                    "%s: it or its definitions (.def) are damaged: %s; copy "
                    "the archive again", attempt->anchor, what);
}

/* Until an attempt comes to its end. */
static enum status attempt_all(struct attempt *attempt)
{
    enum apart_end end;

    do
        end = attempt_apart(attempt);
    while (end != APART_DONE && end != APART_FAILED &&
           leave_out(attempt->watch, end));
    if (end == APART_FAILED)
        return log_fail(STATUS_IO, "%s: no process can be made to read it",
                        attempt->anchor);
    if (end != APART_DONE || !attempt->watch->finished)
        return refuse(attempt, end);
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

enum status read_otf2(const char *anchor_file,
                      const struct progress *progress, struct replay_log *log,
                      struct profile **out)
{
    struct attempt attempt = {
        .anchor = anchor_file,
        .progress = progress,
        .log = log,
        .watch = apart_shared(sizeof(*attempt.watch))
    };
    int result = memfd_create("mpiprof", MFD_CLOEXEC);
    enum status status;

    if (attempt.watch == NULL || result < 0)
        status = log_fail(STATUS_NO_MEMORY, "%s", anchor_file);
    else
        status = read_into(result, &attempt, out);
    if (result >= 0)
        close(result); /* what was opened stays mapped */
    apart_unshare(attempt.watch, sizeof(*attempt.watch));
    return status;
}
