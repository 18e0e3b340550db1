/*
 * replay_trace.h - who waited for whom, from the trace of a run.
 *
 * Reads the trace and replays it; what it says becomes profile->replay.  The
 * numbers of the profile stay what they are.  Progress shows on a terminal.
 * closeups: of single calls, filled on the way; NULL: nobody wants them.
 * Errors: logged; a trace that cannot be replayed leaves replay NULL and a
 * remark in the profile.
 */
#ifndef TOOLS_REPLAY_TRACE_H
#define TOOLS_REPLAY_TRACE_H

#include <stdbool.h>

#include "model/profile.h"
#include "report/detail_windows.h"
#include "archive/reader/read_otf2.h"

/* The trace alone; waits: replayed, too. */
enum status replay_trace_read(const char *trace, bool waits,
                              const struct readers *readers,
                              struct closeups *closeups, struct profile **out);
/* The trace's calls in a log, as replay_log_create() makes it, and the profile
 * that they add up to. */
enum status replay_trace_log(const char *trace, const struct readers *readers,
                             struct replay_log *log, struct profile **out);
/* To a profile of the same run.  One of more than REPLAY_TRACE_LARGE bytes only
 * if that is asked for: nobody wants to wait for minutes without having said
 * so. */
#define REPLAY_TRACE_LARGE ((uint64_t)2 << 30)
void replay_trace_add(const char *trace, bool large,
                      const struct readers *readers, struct closeups *closeups,
                      struct profile *profile);

#endif
