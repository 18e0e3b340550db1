/*
 * replay_group.h - a replay by the processes of a group, which have read the
 * trace (archive/workers/process_group.h): each plays a part of the time of the
 * run (replay/slice.h).
 *
 * The calls that a process has read of some locations go to those that play
 * them, so that each has its share of all calls twice: by location and by time.
 * Errors: logged by number 0.
 */
#ifndef TOOLS_REPLAY_GROUP_H
#define TOOLS_REPLAY_GROUP_H

#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "replay/log/replay_result.h"
#include "base/progress.h"
#include "archive/workers/process_group.h"

/* By number 0.  False: the run is to be played as a whole, as it has no places
 * where it could be cut, or turned out not to be cut well. */
bool replay_group(const struct process_group *group,
                  const struct replay_log *log, const struct profile *profile,
                  const struct progress *progress, struct replay_result **out);
/* By the others; log: of read_group_share(), or NULL. */
void replay_group_follow(const struct process_group *group,
                         const struct replay_log *log);

#endif
