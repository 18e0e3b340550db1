/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync_points.h - points at which the time of a run can be cut into slices
 * (slice.h).
 *
 * Shape: a sync_point is the n-th collective of a rank on a communicator of
 * all ranks; its place is the byte range of its call in a location's stream of
 * calls.  One location proposes sync_points, then each location finds their
 * places.
 * Threads: one owner.  Memory: the caller's.  Errors: STATUS_IO: the calls
 * cannot be read.
 */
#ifndef REPLAY_MATCHING_SYNC_POINTS_H
#define REPLAY_MATCHING_SYNC_POINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "replay/log/replay_log.h"

#define SYNC_POINTS_EACH 16u /* limit on proposals per cut */
#define SYNC_POINTS_MOST \
    256u /* number of cuts beyond which each gets fewer
                            * proposals */
#define SYNC_POINTS_LEAST 2u

struct sync_point {
    uint32_t comm, number;
    uint32_t cut; /* cut for which the point is proposed, from 1 */
};

struct sync_point_place {
    uint64_t begin, end; /* end 0: missing, or unsuitable */
};

/* Whether all locations are first threads, one for each of `ranks' ranks. */
bool sync_points_possible(const struct replay_log *log, uint32_t ranks);
/* Proposes points for cuts into equal parts, from that location; list: room
 * for SYNC_POINTS_EACH per cut. */
enum status sync_points_propose(const struct replay_log *log,
                                uint32_t location, uint32_t ranks,
                                uint32_t cuts, struct sync_point *list,
                                uint32_t *count);
/* Finds the places of these points in that location. */
enum status sync_points_find(const struct replay_log *log, uint32_t location,
                             uint32_t ranks, const struct sync_point *list,
                             uint32_t count, struct sync_point_place *places);

#endif
