/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_progress.h - state shared by a process that reads an archive and the
 * process that waits for it (read_subprocess.c, fork_workers.c): progress, and
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

#endif
