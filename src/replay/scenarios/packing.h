/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * packing.h - which messages could be parts of others; internal to this folder.
 *
 * A message is one more to the same rank if its sender has hardly worked since the
 * message before; a message to a diagonal neighbour of a grid, which another
 * neighbour can pass on, is a detour.
 * Threads: one owner.  Memory: free() of the location's list.
 */
#ifndef REPLAY_SCENARIOS_PACKING_H
#define REPLAY_SCENARIOS_PACKING_H

#include <stdint.h>

struct replay_state;
struct location;

/* The location's call ends: counts its messages in scenarios that pack these. */
void packing_note(struct replay_state *state, struct location *location);

#endif
