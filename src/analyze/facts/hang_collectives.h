/*
 * hang_collectives.h - who has not begun the collective calls that others of
 * the communicator are in.
 *
 * Ranks make the collective calls of a communicator in the same order: one
 * that has begun fewer of them is waited for, and so is one that has begun as
 * many and is in a call of another name.  The rows of a profile tell how many
 * calls there were; of calls that have no rows of their communicator, such as
 * MPI_Comm_dup, only who is in the same one is known.
 * Threads: one owner.  Memory: the caller destroys it.  Errors: logged.
 */
#ifndef ANALYZE_FACTS_HANG_COLLECTIVES_H
#define ANALYZE_FACTS_HANG_COLLECTIVES_H

#include "analyze/facts/hang_comms.h"

struct collectives;

/* Reads all ranks once more, for the communicators that are in the list. */
enum status collectives_create(struct profile *profile,
                               const struct hang_ends *ends,
                               struct hang_waits *waits,
                               const struct comm_wait *list, size_t count,
                               struct collectives **out);
void collectives_destroy(struct collectives *all);
/* list: those that wait in collective calls of one communicator, all of them
 * members, sorted by call. */
enum status collectives_add(struct collectives *all,
                            const struct comm_members *members,
                            const struct comm_wait *list, size_t count);

#endif
