/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * stretches.h - useful time and the progress of the ideal clocks in equal
 * stretches of the run; internal to this folder.
 *
 * A location moves through the stretches as it is played.  The location's times
 * by region in the current stretch are kept with the location; when the location
 * passes the stretch's end, these times are added to the sums over all ranks.  So memory grows with ranks and
 * with regions x stretches, not with ranks x stretches.  Only first threads
 * count, in a replay that computes waits.
 * In a slice (slice.h) the first stretch of a location may have begun in the
 * slice before: its times are kept apart, and the first slice adds them to
 * what that location had there.
 * Units: ns since the first event.  Threads: one owner.  Errors: no memory,
 * by replay_state_no_memory().
 */
#ifndef REPLAY_STRETCHES_H
#define REPLAY_STRETCHES_H

#include "base/bytes.h"

struct replay_state;
struct replay_stretches;
struct location;

void stretches_init(struct replay_state *state);
void stretches_clear(struct replay_state *state);
/* The location's first call; `last_end' is where it starts. */
void stretches_wake(struct replay_state *state, struct location *location);
void stretches_pause(struct replay_state *state, struct location *location,
                     uint64_t ns);
void stretches_work(struct replay_state *state, struct location *location,
                    uint32_t site, uint64_t ns);
/* Useful time that was taken for a loop's wait until now: evenly between the
 * calls of the loop. */
void stretches_worked(struct replay_state *state, struct location *location,
                      uint32_t site, uint64_t ns);
/* The call is over, and the ideal clock is that at its end. */
void stretches_call(struct replay_state *state, struct location *location);

/* The slice's opening sync_point is over. */
void stretches_open(struct replay_state *state);
void stretches_put(const struct replay_state *state, struct bytes_writer *out);
/* base: the ideal clocks at the sync_point that the slice begins with. */
bool stretches_take(struct replay_state *state, uint64_t base,
                    struct bytes_reader *in);
/* After the replay. */
void stretches_result(struct replay_state *state,
                      struct replay_stretches *out);

#endif
