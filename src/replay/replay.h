/*
 * replay.h - plays the calls of a run again, so that each finds what it had
 * to wait for.
 *
 * Locations go on in the order of the begins of their calls; one whose call
 * needs a message or a member that has not been there yet stays until it is,
 * or, where that never comes, until the call has ended.  So all dependencies
 * are met in one pass whose memory grows with ranks, call sites and messages
 * under way, not with events.  On the way each location has two clocks, that
 * of the run and that of an ideal network, and knows its path back to the
 * begin of the run (path.h).
 * Threads: one owner.  Memory: the caller destroys *out.
 * Errors: logged.
 */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "base/progress.h"
#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "replay/log/replay_result.h"

/* profile: only its names of procedures and number of ranks; progress: of
 * calls, or NULL. */
enum status replay_run(const struct replay_log *log,
                       const struct profile *profile,
                       const struct progress *progress,
                       struct replay_result **out);

#endif
