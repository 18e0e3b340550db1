/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * polls.h - loops of MPI_Iprobe, MPI_Test and the like, which wait for a
 * message; internal to this folder.
 *
 * From the first call of the loop to the one that finds the message sent, the
 * time inside the calls is one wait for the sender, and the time between them
 * another one, outside MPI.  A call that ends before the message is sent is
 * held back with the time before it: it counts once it is known when and where
 * that is.  Time between calls in which the program marks regions is work, and so are
 * pieces of work before a loop that has nothing else to do.
 * Units: ns.  Threads: one owner.  Memory: polls_clear() frees.
 */
#ifndef REPLAY_POLLS_H
#define REPLAY_POLLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct replay_state;
struct location;
struct message;
struct polls;
struct replay_op;

void polls_clear(struct polls *polls);
/* The call is the first of a loop that looks for that message. */
void polls_start(struct location *location, const struct replay_op *op,
                 struct message *message, bool tests);
/* Whether the current call looks for the loop's message. */
bool polls_look(const struct replay_state *state,
                const struct location *location);
/* Same, and earlier calls are held back. */
bool polls_go_on(const struct replay_state *state,
                 const struct location *location);
/* Whether the current call, at its end, is one of the loop or its last, and
 * the message has been sent. */
bool polls_find(const struct replay_state *state,
                const struct location *location);
/* Whether what was held back is work: the program did pieces of work between the calls,
 * and now does nothing else but look.  ns: since the last call. */
bool polls_begin_to_wait(struct location *location, uint64_t ns);
/* Counts what was held back as the location's own time, and starts the loop with the
 * current call. */
void polls_restart(struct replay_state *state, struct location *location);
/* Holds the time before the current call back. */
void polls_hold_between(struct replay_state *state, struct location *location,
                        uint64_t ns);
/* Holds the current call back. */
void polls_hold(struct replay_state *state, struct location *location);
/* Adds the wait of the current call, which ends the loop, to the calls held
 * back at the same site. */
void polls_add(struct replay_state *state, struct location *location,
               uint64_t ns);
/* The loop is over without a sender that it waited for: what was held back is
 * the location's own time. */
void polls_drop(struct replay_state *state, struct location *location);
void polls_end(struct polls *polls);

#endif
