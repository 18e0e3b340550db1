/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hang_comms.h - the part of hang_builder.h that handles members of
 * communicators.
 *
 * Threads: one owner.  Memory: none is kept.  Errors: logged.
 */
#ifndef ANALYZE_FACTS_HANGS_HANG_COMMS_H
#define ANALYZE_FACTS_HANGS_HANG_COMMS_H

#include "analyze/facts/hangs/hang_collectives.h"

/* Sorts the list; adds groups and edges to the graph. */
enum status hang_comms_add(struct profile *profile,
                           const struct hang_ends *ends,
                           struct hang_waits *waits, struct comm_wait *list,
                           size_t count);

#endif
