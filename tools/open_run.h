/*
 * open_run.h - finds and reads what a user calls a run.
 *
 * RUN is the directory of a run, its run.otf2 or its run.mpiprof.  The profile
 * file is preferred because it is complete.  Call sites get their names where
 * the binaries are there. Of what ranks have left behind `what' names the
 * command that makes a run. Memory: the caller destroys *out and clears what.
 * Errors: logged, one line.
 */
#ifndef TOOLS_OPEN_RUN_H
#define TOOLS_OPEN_RUN_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "model/profile.h"
#include "report/detail_windows.h"
#include "archive/reader/read_otf2.h"

enum open_how {
    OPEN_FROM_TRACE = 1, /* all numbers */
    OPEN_WAITS = 2,      /* wait states, where there is a trace */
    OPEN_ALL_WAITS = 4   /* with the above: also where it is a large one that
                          * RUN does not name */
};

/* how: bits of enum open_how; readers: of a trace, which is read where they
 * have a window; closeups: of its single calls, filled where wait states are
 * looked for, or NULL; what: appends the file that was read and why that one.
 * */
enum status open_run(const char *path, unsigned how,
                     const struct readers *readers, struct closeups *closeups,
                     struct profile **out, struct strbuf *what);

/* The calls of its trace, in a log as replay_log_create() makes it, and the
 * profile that they add up to. */
enum status open_trace(const char *path, const struct readers *readers,
                       struct replay_log *log, struct profile **out);

/* The same of what the ranks of a run have left behind; folders: further
 * places where their files are. */
enum status open_recovered(const char *path, const char *const *folders,
                           size_t count, struct profile **out,
                           struct strbuf *what);

#endif
