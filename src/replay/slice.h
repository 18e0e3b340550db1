/*
 * slice.h - a part of the time of a run, replayed alone.
 *
 * Slices part at sync_points: collectives in which all ranks wait for all, with
 * no message, request, epoch or lock that one side has begun and the other has
 * not ended.  Then all that the replay knows of what was before is that all are
 * there; so a slice begins with the calls of a sync_point, of which it counts
 * nothing, and ends with those of the next.  Whether a slice was clean in that
 * sense is known when it is played: if one was not, the run is to be played as
 * a whole.  What clean slices say together is what that would say, to the byte.
 *
 * Shape: the log has the calls of the slice only.  Slices have numbers, the
 * first one puts together what the others say: sums (slice_put()), their part
 * of the critical path (slice_put_path()), which goes from the last slice to
 * the first, and costs of delays (slice_put_costs()), which do, too.
 * Units: ns.  Threads: one owner.  Memory: slice_destroy() frees.
 * Errors: logged; what others have put is trusted.
 */
#ifndef REPLAY_SLICE_H
#define REPLAY_SLICE_H

#include "base/bytes.h"
#include "replay/replay.h"

struct slice;
struct replay_state;

/* begins, goes_on: with a sync_point, which is not that of the run's end. */
enum status slice_play(const struct replay_log *log,
                       const struct profile *profile, bool begins,
                       bool goes_on, const struct progress *progress,
                       struct slice **out);
void slice_destroy(struct slice *slice); /* NULL does nothing */
bool slice_is_clean(const struct slice *slice);

void slice_put(const struct slice *slice, struct bytes_writer *out);
/* The way back from a location's end to the begin of the slice. */
void slice_put_path(struct slice *slice, uint32_t location,
                    struct bytes_writer *out);
/* Those of later slices and its own; later: NULL for the last one. */
bool slice_put_costs(struct slice *slice, struct bytes_reader *later,
                     struct bytes_writer *out);

/* By the first one: of the others, in ascending order. */
bool slice_take(struct slice *slice, struct bytes_reader *in);
/* Where the critical path ends; then, in descending order, theirs; tells the
 * location to ask the one before for. */
uint32_t slice_path_end(const struct slice *slice);
bool slice_take_path(struct slice *slice, struct bytes_reader *in,
                     uint32_t *location);
/* later: what the second one has put. */
enum status slice_result(struct slice *slice, struct bytes_reader *later,
                         struct replay_result **out);

/* Among the files of this folder: the sync_point is over. */
void slice_open(struct replay_state *state);

#endif
