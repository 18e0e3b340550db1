/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * process_group.h - processes started together, as by mpiexec, possibly on
 * many hosts, that read an archive together.
 *
 * Shape: number 0 reads on behalf of its caller: it calls the others, each
 * reads its share in a child process, and number 0 merges the results.  For a
 * window they first find the run's start in the same way.  Calls for a replay
 * stay where they were read; number 0 accesses them as parts of its log
 * (replay_log.h).  The owner provides the communication functions below, which
 * never fail: a group that loses a process ends.
 * Threads: one owner per process.  Errors: logged by number 0, one line.
 */
#ifndef ARCHIVE_WORKERS_PROCESS_GROUP_H
#define ARCHIVE_WORKERS_PROCESS_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/progress.h"
#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "model/time_window.h"

struct readers; /* archive/workers/read_trace.h */

struct process_group {
    uint32_t count, mine; /* number of processes; this process */
    void *context;        /* argument of the functions below */
    /* Number 0: makes all others call read_group_share() for that archive and
     * part of the run; log: with a replay log. */
    void (*call)(void *context, const char *anchor,
                 const struct time_window *window, bool log);
    /* Gathers size bytes from each, in order of numbers, into number 0's
     * `all'. */
    void (*gather)(void *context, const void *data, void *all, size_t size);
    /* Broadcasts from number 0 to all others. */
    void (*tell)(void *context, void *data, size_t size);
    /* Copies the file of each other process into number 0's file with its
     * number; number 0 knows their sizes.  False: number 0 cannot store the
     * data. */
    bool (*collect)(void *context, const int *files, const uint64_t *sizes);
    struct replay_remote remote; /* for number 0, after all have read */
    /* Number 0: makes all others join the replay of the calls they have
     * read. */
    void (*call_replay)(void *context);
    /* Sends and receives bytes between two processes; sizes and order must
     * match. */
    void (*give)(void *context, uint32_t to, const void *data, size_t size);
    void (*take)(void *context, uint32_t from, void *data, size_t size);
};

/* Called by number 0, with the group of readers; as read_trace(). */
enum status read_in_group(const char *anchor_file,
                          const struct readers *readers,
                          const struct progress *progress,
                          struct replay_log *log, struct profile **out);
/* Called by the others. want_log: *log is the log that number 0 may read from
 * now on, or NULL; the caller destroys *log.  False: too little memory to
 * continue, logged. */
bool read_group_share(const char *anchor_file,
                      const struct process_group *group,
                      const struct time_window *window, bool want_log,
                      struct replay_log **log);

#endif
