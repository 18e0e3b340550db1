/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * open_run.h - finds and opens the run named by a user.
 *
 * RUN is the directory of a run, its run.otf2 or its run.mpiprof.  The profile
 * file is preferred because it is complete.  Call sites get names if the
 * binaries are present.  For data left by unfinished ranks, `what' names
 * the command that recovers the run.
 * Memory: the caller destroys *out and clears what.  Errors: logged, one line.
 */
#ifndef TOOLS_OPEN_RUN_H
#define TOOLS_OPEN_RUN_H

#include "base/text/strbuf.h"
#include "model/profile.h"
#include "report/detail_windows.h"
#include "archive/workers/read_trace.h"

enum open_how {
    OPEN_FROM_TRACE = 1, /* all numbers from the trace */
    OPEN_WAITS = 2,      /* wait states, if there is a trace */
    OPEN_ALL_WAITS = 4   /* with OPEN_WAITS: also for a large trace not named
                          * by RUN */
};

/* how: bits of enum open_how; readers: for a trace, which is always read if
 * they have a window; detail_windows: single calls, filled if wait states are
 * computed, or NULL; what: appends the file that was read, and the reason. */
enum status open_run(const char *path, unsigned how,
                     const struct readers *readers,
                     struct detail_windows *windows, struct profile **out,
                     struct strbuf *what);

/* Reads the trace's calls into a log from replay_log_create(), and the profile
 * they add up to.  In a log that is not whole the threads that stand for their
 * ranks are the first ones, by the profile of the run, which the caller destroys;
 * *of_run is NULL if there is none, or the log is whole. */
enum status open_trace(const char *path, const struct readers *readers,
                       struct replay_log *log, struct profile **out,
                       struct profile **of_run);

/* Same for data left by unfinished ranks; folders: further places to
 * search. */
enum status open_recovered(const char *path, const char *const *folders,
                           size_t count, struct profile **out,
                           struct strbuf *what);

#endif
