/*
 * sync_points.h - where the time of a run may be cut into slices (slice.h).
 *
 * Shape: a sync_point is the n-th collective of a rank on a communicator of all
 * ranks; its place the bytes of its call in the file of a location's calls.
 * One location proposes some, then each says where it has them.
 * Threads: one owner.  Memory: the caller's.  Errors: STATUS_IO: the calls
 * cannot be read.
 */
#ifndef REPLAY_SYNC_POINTS_H
#define REPLAY_SYNC_POINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "replay/log/replay_log.h"

#define MEETINGS_EACH 16u /* that are proposed for a cut, at most */
#define MEETINGS_MOST 256u /* where there are so many cuts, fewer for each */
#define MEETINGS_LEAST 2u

struct sync_point {
    uint32_t comm, number;
    uint32_t cut; /* that it is proposed for, 1 ... */
};

struct sync_point_place {
    uint64_t begin, end; /* end 0: it is not there, or does not fit */
};

/* All that is played belongs to first threads, of as many ranks. */
bool sync_points_possible(const struct replay_log *log, uint32_t ranks);
/* By that location, for so many cuts into equal parts; list: room for
 * MEETINGS_EACH of each. */
enum status sync_points_propose(const struct replay_log *log,
                                uint32_t location, uint32_t ranks,
                                uint32_t cuts, struct sync_point *list,
                                uint32_t *count);
/* Theirs there. */
enum status sync_points_find(const struct replay_log *log, uint32_t location,
                             uint32_t ranks, const struct sync_point *list,
                             uint32_t count, struct sync_point_place *places);

#endif
