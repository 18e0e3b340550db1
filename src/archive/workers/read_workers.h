/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_workers.h - read_trace() inside this process, which is one of several
 * or the only one.
 *
 * Threads: one owner.  Memory: the caller destroys *out.  Errors: logged.
 */
#ifndef ARCHIVE_WORKERS_READ_WORKERS_H
#define ARCHIVE_WORKERS_READ_WORKERS_H

#include "archive/events/read_progress.h"
#include "archive/events/trace_source.h"
#include "model/profile.h"
#include "model/time_window.h"
#include "replay/log/replay_log.h"

enum read_role {
    READ_ALL,
    READ_ORIGIN,  /* finds the earliest start of a rank of this worker's
                   * share */
    READ_SHARE,   /* reads a share, one of `count', into the file
                   * packets[mine] */
    READ_TOGETHER /* merges the packets of all workers */
};

struct read_workers {
    uint32_t count;        /* number of processes, each with its own worker */
    uint64_t memory_bytes; /* limit for all together */
    enum read_role role;
    uint32_t mine;
    const int *packets;
    struct time_window window;
    uint64_t origin; /* of a window, for READ_SHARE and READ_TOGETHER, ticks:
                      * minimum over all READ_ORIGIN results */
};

/* Whether the role produces a profile. */
static inline bool read_has_result(const struct read_workers *workers)
{
    return workers->role == READ_ALL || workers->role == READ_TOGETHER;
}

/* source: the format of the path. */
enum status read_trace_here(const struct trace_source *source,
                            const char *path, struct read_progress *watch,
                            const struct read_workers *workers,
                            struct replay_log *log, struct profile **out);

#endif
