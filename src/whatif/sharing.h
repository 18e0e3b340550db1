/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sharing.h - how ranks share work evenly: in each step of the run, as the
 * report's suggestions have it, or over the whole run.
 *
 * Threads: one owner.  Errors: logged.
 */
#ifndef WHATIF_SHARING_H
#define WHATIF_SHARING_H

#include "base/progress.h"
#include "whatif/changes.h"

/* Whether some work is to be shared evenly. */
bool sharing_wanted(const struct changes *changes);
/* Sets the factors of that work: mean / own work of each rank, in passes over
 * the log of the profile's trace.  Without steps work of the whole run is shared. */
enum status sharing_set(struct changes *changes, struct profile *profile,
                        const struct replay_log *log,
                        const struct progress *progress);

#endif
