/*
 * read_progress.h - how far the reading of an archive is, for the process that
 * waits for it (read_subprocess.c, read_shares.c), and what that one wants to
 * be left out.
 *
 * Shape: in memory that both share; the reader writes all but left_out.
 * Threads: one of each process.  Errors: logged.
 */
#ifndef ARCHIVE_READER_READ_PROGRESS_H
#define ARCHIVE_READER_READ_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "model/time_window.h"
#include "base/subprocess.h"

#define READ_PROGRESS_MOST_LEFT_OUT 8 /* of an archive */

/* What reading may take: this, and so much for every byte of the archive. */
#define READ_MEMORY_BASE (UINT64_C(1) << 30)
#define READ_MEMORY_PER_BYTE 256u
#define READ_CPU_S 30.0   /* of work that gets nowhere; all of it is fast */
#define READ_WALL_S 300.0 /* the same of waiting, as for a file system */

struct read_progress {
    volatile uint64_t steps; /* changes whenever the reader gets on */
    volatile bool in_events; /* of `location', else in names */
    volatile uint64_t events, events_total; /* read; 0: not known yet */
    uint64_t location;
    bool finished;
    enum status status; /* when finished */
    enum status log_status; /* of its part of a replay log; likewise */
    bool origin_known; /* also in another try */
    uint64_t origin;   /* of a window: what read_origin() has found */
    /* Where a window was wanted, when all is read: */
    uint64_t run;    /* the length of the run's time line, ns */
    uint64_t log_from, log_to; /* the window, ns since the first event */
    struct left_out {
        uint64_t location;
        bool stuck; /* its events have no end, else they crash the reader */
    } left_out[READ_PROGRESS_MOST_LEFT_OUT];
    uint32_t left_out_count;
};

/* NULL: that location is to be read. */
static inline const struct left_out *
read_progress_left_out(const struct read_progress *watch, uint64_t location)
{
    for (uint32_t i = 0; i < watch->left_out_count; i++)
        if (watch->left_out[i].location == location)
            return &watch->left_out[i];
    return NULL;
}

/* By the reader: it has come to its end. */
void read_progress_finish(struct read_progress *watch, enum status status);

/* By the one that waits: another try.  What is left out remains so. */
void read_progress_begin(struct read_progress *watch);
/* A reader ended before its end: whether it is worth another try without the
 * location that it was at. */
bool read_progress_leave_out(struct read_progress *watch,
                             enum subprocess_end end);
/* It is not. */
enum status read_progress_refuse(const struct read_progress *watch,
                                 const char *anchor, enum subprocess_end end);

/* read_otf2() without a process of its own; with several workers these have
 * one each, or are there already.  memory: what all of them may take, in
 * bytes. */
enum read_role {
    READ_ALL,
    READ_ORIGIN,  /* when the first rank of the own share begins */
    READ_SHARE,   /* of `count', into the file packets[mine] */
    READ_TOGETHER /* what all have in theirs */
};

struct read_workers {
    uint32_t count;
    uint64_t memory_bytes;
    enum read_role role;
    uint32_t mine;
    const int *packets;
    struct time_window window;
    uint64_t origin; /* of a window, for READ_SHARE and READ_TOGETHER, ticks:
                      * the first that READ_ORIGIN has found */
};

/* A profile: of all that is read. */
static inline bool read_has_result(const struct read_workers *workers)
{
    return workers->role == READ_ALL || workers->role == READ_TOGETHER;
}

enum status read_otf2_here(const char *anchor_file,
                           struct read_progress *watch,
                           const struct read_workers *workers,
                           struct replay_log *log, struct profile **out);

#endif
