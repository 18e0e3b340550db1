/*
 * call_detail_windows.h - the single calls of a trace that a page shows.
 *
 * The windows are those that were asked for and others around the longest
 * waits of the replay; a second replay, which ends with the last window, says
 * what each call in them has waited for.
 * Errors: logged.
 */
#ifndef TOOLS_CALL_DETAIL_WINDOWS_H
#define TOOLS_CALL_DETAIL_WINDOWS_H

#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "report/detail_windows.h"

/* profile: with the log's replay and definitions. */
enum status call_closeups_fill(const struct replay_log *log,
                               const struct profile *profile,
                               struct closeups *closeups);

#endif
