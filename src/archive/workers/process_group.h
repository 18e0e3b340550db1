/*
 * process_group.h - processes that were started together, as by mpiexec,
 * possibly on many hosts, and read an archive together.
 *
 * Shape: number 0 reads for the one who asked: it calls the others, each reads
 * its share in a process of its own, and number 0 puts together what they have
 * found.  Of a window they look for the run's begin first, likewise.  The calls
 * of a replay stay where they were read; number 0 gets at them as at parts of
 * its log (replay_log.h).
 * How they talk to each other their owner knows: here are the functions for
 * it, which do not fail, as a group that has lost somebody ends.
 * Threads: one owner in each process.  Errors: logged by number 0, one line.
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

struct readers; /* archive/reader/read_otf2.h */

struct process_group {
    uint32_t count, mine; /* processes; the own number */
    void *context;        /* of what follows */
    /* Number 0: all others are to call read_group_share() for that archive and
     * part of the run; log: with a replay log. */
    void (*call)(void *context, const char *anchor,
                 const struct time_window *window, bool log);
    /* size bytes of each, in the order of numbers, to number 0's `all'. */
    void (*gather)(void *context, const void *data, void *all, size_t size);
    /* From number 0 to all others. */
    void (*tell)(void *context, void *data, size_t size);
    /* What file each other has, to the one with its number of number 0's; their
     * sizes are known there.  False: number 0 cannot keep it. */
    bool (*collect)(void *context, const int *files, const uint64_t *sizes);
    struct replay_remote remote; /* of number 0, once all have read */
    /* Number 0: all others are to take part in the replay of what they have
     * read. */
    void (*call_replay)(void *context);
    /* Bytes to another one, who takes as many; in that order. */
    void (*give)(void *context, uint32_t to, const void *data, size_t size);
    void (*take)(void *context, uint32_t from, void *data, size_t size);
};

/* By number 0, with the group of readers; as read_otf2(). */
enum status read_crew(const char *anchor_file, const struct readers *readers,
                      const struct progress *progress, struct replay_log *log,
                      struct profile **out);
/* By the others.  want_log: *log is what number 0 may read from now on, or
 * NULL; the caller destroys it.  False: no memory to go on with, logged. */
bool read_group_share(const char *anchor_file,
                      const struct process_group *group,
                      const struct time_window *window, bool want_log,
                      struct replay_log **log);

#endif
