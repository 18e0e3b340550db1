/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hang_collectives.h - finds members of a communicator that have not entered
 * the collective calls in which others wait.
 *
 * Ranks make the collective calls of a communicator in the same order: a rank
 * that has entered fewer calls is waited for, and so is a rank with as many
 * calls that is in a different procedure.  Call counts come from the rows of
 * the profile; for calls without rows by communicator, such as MPI_Comm_dup,
 * only the set of ranks in the same call is known.
 * Threads: one owner.  Memory: the caller destroys it.  Errors: logged.
 */
#ifndef ANALYZE_FACTS_HANGS_HANG_COLLECTIVES_H
#define ANALYZE_FACTS_HANGS_HANG_COLLECTIVES_H

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

struct collectives;

/* Reads all ranks once more, for the communicators in the list. */
enum status collectives_create(struct profile *profile,
                               const struct hang_ends *ends,
                               struct hang_waits *waits,
                               const struct comm_wait *list, size_t count,
                               struct collectives **out);
void collectives_destroy(struct collectives *all);
/* list: the ranks waiting in collective calls of one communicator, all of them
 * members, sorted by call. */
enum status collectives_add(struct collectives *all,
                            const struct comm_members *members,
                            const struct comm_wait *list, size_t count);

#endif
