/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tally.h - sums up one rank's activity from its events, in order.
 *
 * Times are ticks of the archive until tally_finish() converts them to a
 * struct rank_data in nanoseconds.  Follows the rules of the recording, so
 * that a trace and the profile of the same run agree.
 * Threads: one owner.  Memory: one tally serves rank after rank and grows.
 * Errors: out of memory sticks in `failed'.
 */
#ifndef ARCHIVE_EVENTS_TALLY_H
#define ARCHIVE_EVENTS_TALLY_H

#include <stdbool.h>

#include "model/profile.h"
#include "base/map.h"
#include "model/samples.h"

struct tally_key {
    uint32_t call, path, region, comm, object;
};

struct tally_bins {
    uint64_t start, width, low, high;
    uint64_t *current;
    uint64_t time[PROFILE_TIMELINE_BINS][PROFILE_TIMELINE_CLASSES];
};

/* Samples by call path and region, outside MPI; see model/samples.h. */
struct sample_rows {
    MAP_OF(struct sample_row, rows, count);
    bool failed;
};

struct tally {
    double ns_per_tick;
    uint32_t world_size;
    bool failed;
    MAP_OF(struct row, rows, row_count);
    struct peer *peers;
    uint32_t *peer_of; /* per kind and world rank: index + 1 into peers */
    uint32_t peer_count;
    struct region_data *regions; /* indexed by REGION_NODE id */
    uint32_t region_count;
    size_t region_room;
    struct sample_rows samples;
    uint64_t mpi[CALL_CLASS_COUNT];
    struct tally_bins bins;
};

bool tally_init(struct tally *tally, uint32_t world_size, double ns_per_tick);
void tally_clear(struct tally *tally);

/* Resets for the next rank. */
void tally_reset(struct tally *tally);
/* Restarts regions, samples and time line: everything so far was before the
 * run. */
void tally_begin(struct tally *tally, uint64_t begin);

/* Returns an index into rows; any call may move rows. */
uint32_t tally_row(struct tally *tally, const struct tally_key *key);
void tally_time(struct tally *tally, uint32_t row, uint64_t ticks);
/* Adds time of a call that is not counted, since it began before the
 * window. */
void tally_rest(struct tally *tally, uint32_t row, uint64_t ticks);
/* Returns the peer of a message, or (PEER_ONE_SIDED) of a transfer with a
 * target; NULL for peers outside the world. */
struct peer *tally_peer(struct tally *tally, enum peer_kind kind,
                        uint32_t rank);
/* NULL without memory. */
struct region_data *tally_region(struct tally *tally, uint32_t node);
void tally_bins_add(struct tally *tally, unsigned class, uint64_t from,
                    uint64_t to);

/* One of `together' that were taken as one. */
void sample_rows_add(struct sample_rows *list, uint32_t path, uint32_t region,
                     uint64_t together);

/* Moves rows, peers, regions, samples and time line to out, in nanoseconds;
 * length: ticks of the measured part. */
enum status tally_finish(struct tally *tally, uint64_t length,
                         struct rank_data *out);

uint64_t tally_ns(const struct tally *tally, uint64_t ticks);

#endif
