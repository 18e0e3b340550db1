/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * slice.h - replays a part of a run's time alone.
 *
 * Slices are cut at sync_points: collectives in which all ranks wait for all,
 * with no message, request, epoch or lock begun on one side and not ended on
 * the other.  At such a point the replay needs no knowledge of earlier events
 * except that all ranks are there; so a slice begins with the calls of a
 * sync_point, which it does not count, and ends with the calls of the next.
 * Whether a slice was clean in this sense is known after replaying it: if one
 * was not, the run must be replayed as a whole.  Combined results of clean
 * slices equal the result of the whole run, byte for byte.
 *
 * Shape: the log has only the slice's calls.  Slices are numbered; the first
 * combines the results of the others: sums (slice_put()), their part of the
 * critical path (slice_put_path()) and delay costs (slice_put_costs()), the
 * last two passed from the last slice to the first.
 * Units: ns.  Threads: one owner.  Memory: slice_destroy() frees.  Errors:
 * logged; data put by other slices is trusted.
 */
#ifndef REPLAY_SLICE_H
#define REPLAY_SLICE_H

#include "base/bytes.h"
#include "base/progress.h"
#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "replay/log/replay_result.h"

struct slice;
struct replay_state;

/* begins, goes_on: starts, ends with a sync_point other than the run's end. */
enum status slice_play(const struct replay_log *log,
                       const struct profile *profile, bool begins,
                       bool goes_on, const struct progress *progress,
                       struct slice **out);
void slice_destroy(struct slice *slice); /* NULL does nothing */
bool slice_is_clean(const struct slice *slice);

void slice_put(const struct slice *slice, struct bytes_writer *out);
/* Writes the path back from a location's end to the start of the slice. */
void slice_put_path(struct slice *slice, uint32_t location,
                    struct bytes_writer *out);
/* Writes costs of this and all later slices; later: NULL for the last one. */
bool slice_put_costs(struct slice *slice, struct bytes_reader *later,
                     struct bytes_writer *out);

/* First slice: adds results of the others, in ascending order. */
bool slice_take(struct slice *slice, struct bytes_reader *in);
/* Critical path: its end; then, in descending order, the slices' parts;
 * returns the location to request from the slice before. */
uint32_t slice_path_end(const struct slice *slice);
bool slice_take_path(struct slice *slice, struct bytes_reader *in,
                     uint32_t *location);
/* later: costs put by the second slice. */
enum status slice_result(struct slice *slice, struct bytes_reader *later,
                         struct replay_result **out);

/* Internal to this folder: the opening sync_point is over. */
void slice_open(struct replay_state *state);

#endif
