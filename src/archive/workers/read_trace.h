/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_trace.h - computes a profile from the events of a trace.
 *
 * Gives the same numbers as the profile file of the same run if the trace is
 * complete.  The formats are those of trace_sources.h.
 *
 * Reads in a child process, since damaged archives can make the OTF2 library
 * crash, loop or exhaust memory: the damaged part is then skipped, or the
 * trace refused, in one line. share/doc/robustness.md has the limits.
 * Threads: the caller's process has no others.  Memory: the caller destroys
 * *out.  Errors: logged.
 */
#ifndef ARCHIVE_WORKERS_READ_TRACE_H
#define ARCHIVE_WORKERS_READ_TRACE_H

#include "base/progress.h"
#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "model/time_window.h"

struct process_group; /* archive/workers/process_group.h */

/* Processes that read, each rank in a single process, with the same result for
 * any number; and the part to read. */
struct readers {
    uint32_t jobs; /* number of processes to create; 0: chosen by archive and
                    * machine */
    const struct process_group *group; /* used instead of new processes; or
                                        * NULL */
    struct time_window window; /* part to read; all if not given.  All numbers
                                * then cover the window, except fields of
                                * struct rank_data on the recording itself:
                                * threads, trace_events and so on.  A call, its
                                * bytes and its messages count if they begin
                                * inside: at or after `from', before `to';
                                * times count as far as they are inside.  The
                                * log has all calls. */
};

/* readers: NULL equals all zero. progress: counts events; may be NULL. log:
 * receives all calls, ready to be read; may be NULL. */
enum status read_trace(const char *path, const struct readers *readers,
                       const struct progress *progress, struct replay_log *log,
                       struct profile **out);

#endif
