/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * replay_group.h - replays a trace with the processes of a group, which have
 * read the trace (archive/workers/process_group.h): each replays a part of the
 * run's time (replay/slice.h).
 *
 * Calls that a process has read go to the processes that replay them, so that
 * each holds its share of all calls twice: by location and by time.
 * Errors: logged by number 0.
 */
#ifndef REPLAY_PARALLEL_REPLAY_GROUP_H
#define REPLAY_PARALLEL_REPLAY_GROUP_H

#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "replay/log/replay_result.h"
#include "base/progress.h"
#include "archive/workers/process_group.h"

/* Called by number 0.  False: replay the run as a whole, since it has no
 * suitable cuts, or a slice was not clean. */
bool replay_group(const struct process_group *group,
                  const struct replay_log *log, const struct profile *profile,
                  const struct progress *progress, struct replay_result **out);
/* Called by the others; log: from read_group_share(), or NULL. */
void replay_group_follow(const struct process_group *group,
                         const struct replay_log *log);

#endif
