/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_progress.h - state shared by a process that reads an archive and the
 * process that waits for it (read_subprocess.c, read_shares.c): progress, and
 * the locations to leave out.
 *
 * Shape: in shared memory; the reader writes all fields but left_out.
 * Threads: one per process.  Errors: logged.
 */
#ifndef ARCHIVE_EVENTS_READ_PROGRESS_H
#define ARCHIVE_EVENTS_READ_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "model/time_window.h"
#include "base/subprocess.h"

#define READ_PROGRESS_MOST_LEFT_OUT 8 /* per archive */

/* Memory limit for reading: a base, plus this for each byte of the archive. */
#define READ_MEMORY_BASE (UINT64_C(1) << 30)
#define READ_MEMORY_PER_BYTE 256u
#define READ_CPU_S 30.0 /* CPU time without progress; every step is fast */
#define READ_WALL_S \
    300.0 /* wall time without progress, e.g. waiting for a
                           * file system */

struct read_progress {
    volatile uint64_t steps; /* changes with all progress */
    volatile bool in_events; /* reading events of `location', else names */
    volatile uint64_t events, events_total; /* events read; 0: not yet known */
    uint64_t location;
    bool finished;
    enum status status;     /* valid if finished */
    enum status log_status; /* same, for its part of a replay log */
    bool origin_known;      /* stays valid for another attempt */
    uint64_t origin;        /* origin of the window, found by read_origin() */
    /* Valid after reading a window: */
    uint64_t run;              /* the length of the run's time line, ns */
    uint64_t log_from, log_to; /* the window, ns since the first event */
    struct left_out {
        uint64_t location;
        bool stuck; /* endless events; false: the events crash the reader */
    } left_out[READ_PROGRESS_MOST_LEFT_OUT];
    uint32_t left_out_count;
};

/* NULL: read that location. */
static inline const struct left_out *
read_progress_left_out(const struct read_progress *watch, uint64_t location)
{
    for (uint32_t i = 0; i < watch->left_out_count; i++)
        if (watch->left_out[i].location == location)
            return &watch->left_out[i];
    return NULL;
}

/* Called by the reader at its end. */
void read_progress_finish(struct read_progress *watch, enum status status);

/* Called by the waiting process before another attempt.  Keeps left_out. */
void read_progress_begin(struct read_progress *watch);
/* Whether a reader that ended early deserves another attempt, without its
 * current location. */
bool read_progress_leave_out(struct read_progress *watch,
                             enum subprocess_end end);
/* Refuses the archive; logs the reason. */
enum status read_progress_refuse(const struct read_progress *watch,
                                 const char *anchor, enum subprocess_end end);

/* read_otf2() inside this process; several workers each have their own
 * process. memory: limit for all together, in bytes. */
enum read_role {
    READ_ALL,
    READ_ORIGIN,  /* finds the earliest start of a rank of this worker's
                   * share */
    READ_SHARE,   /* reads a share, one of `count', into the file
                   * packets[mine] */
    READ_TOGETHER /* merges the packets of all workers */
};

struct read_workers {
    uint32_t count;
    uint64_t memory_bytes;
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

enum status read_otf2_here(const char *anchor_file,
                           struct read_progress *watch,
                           const struct read_workers *workers,
                           struct replay_log *log, struct profile **out);

#endif
