/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hang_comms.h - the part of hang_waits.h that handles members of
 * communicators.
 *
 * Threads: one owner.  Memory: none is kept.  Errors: logged.
 */
#ifndef ANALYZE_FACTS_HANGS_HANG_COMMS_H
#define ANALYZE_FACTS_HANGS_HANG_COMMS_H

#include "analyze/facts/hangs/hang_waits.h"

/* A rank that waits for other members of a communicator. */
struct comm_wait {
    uint32_t comm, rank;
    uint32_t call; /* current call */
    bool any;      /* waits for a message from any member; false: in a
                    * collective call */
};

/* One communicator on which ranks wait. */
struct comm_members {
    uint32_t *ranks; /* members in this world, ascending */
    uint32_t count;
    bool others; /* more members in another world */
};

/* Sorts the list; adds groups and edges to the graph. */
enum status hang_comms_add(struct profile *profile,
                           const struct hang_ends *ends,
                           struct hang_waits *waits, struct comm_wait *list,
                           size_t count);

#endif
