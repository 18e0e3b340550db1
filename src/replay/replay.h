/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * replay.h - replays the calls of a run, to find what each had to wait for.
 *
 * Locations advance in the order in which their calls begin; a location whose
 * call needs a message or a member that has not arrived stays until the
 * arrival, or, without one, until the end of the call.  So one pass resolves
 * all dependencies, with memory that grows with ranks, call sites and messages
 * in flight, not with events.  Each location has two clocks, for the run and
 * for an ideal network, and knows its path back to the start of the run
 * (path.h).
 * Threads: one owner.  Memory: the caller destroys *out.  Errors: logged.
 */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "base/progress.h"
#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "replay/log/replay_result.h"

/* profile: only its procedure names and number of ranks are used; progress:
 * counts calls, or NULL. */
enum status replay_run(const struct replay_log *log,
                       const struct profile *profile,
                       const struct progress *progress,
                       struct replay_result **out);

#endif
