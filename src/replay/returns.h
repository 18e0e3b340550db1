/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * returns.h - calls that only go on once another rank is back in MPI; internal to this
 * folder.
 *
 * MPI does not let a rank wait in MPI_Reduce or MPI_Gather, unless it is the root, nor
 * for a nonblocking collective that all have started, nor for the target of one-sided
 * calls; and a trace does not show who the neighbours are in MPI_Neighbor_alltoall.
 * Libraries do wait: ranks in a tree pass on what they get from others, and data moves
 * only while its receiver is inside MPI.  So such a call is a wait for the last member,
 * or the target, that comes back from work which it began before the call, or that
 * enters the same collective, if the call ends soon after that.
 * Units: ns.  Threads: one owner.  Memory: returns_clear() frees.
 */
#ifndef REPLAY_RETURNS_H
#define REPLAY_RETURNS_H

#include <stdbool.h>

struct replay_state;
struct location;
struct message_side;
struct returns;

void returns_clear(struct returns *returns);
/* Drops what calls that have not ended wait for. */
void returns_forget(struct replay_state *state);
/* The operations of the location's call have started: it may wait, and may be the one
 * that others wait for.  Returns whether it waits at all. */
bool returns_begin(struct replay_state *state, struct location *location);
/* At the end of its call: the one that it waited for, until returns_clear(); NULL:
 * none. */
const struct message_side *returns_end(struct replay_state *state,
                                       struct location *location);

#endif
