/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * delays.h - finds the causes of waits: which rank was late, with which
 * activity, and what had delayed that rank.
 *
 * Boehme et al., Identifying the root causes of wait states in large-scale
 * parallel applications (ICPP 2010): a wait of length w of rank r for rank s
 * is analysed over the interval since both were last synchronised.  With
 * T_k(c) the time of rank k in activity c in that interval, without waits,
 *     d(c) = max(T_s(c) - T_r(c), 0), D = sum of d, W = waits of s in it,
 *     scale = min(w / (D + W), 1);
 * the short-term cost of c on s is scale x d(c).  The rest is propagated to
 * the causes of the waits of s: long-term costs, known only at the end, so a
 * record for each wait is kept in an unnamed file.  Work is compared by region
 * and then attributed to the call it leads to.
 *
 * Each rank remembers its last DELAYS_REMEMBERED activities, fewer with
 * thousands of ranks; a longer interval is cut to these.
 * Units: ns.  Threads: one owner.  Memory: grows with ranks, pairs of ranks
 * that waited for each other, and call sites.  Errors: stick in `failed'.
 */
#ifndef REPLAY_DELAYS_H
#define REPLAY_DELAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "replay/log/replay_log.h"
#include "replay/delays_file.h"
#include "replay/lookup.h"

#define DELAYS_REMEMBERED 1024u
#define DELAYS_REMEMBERED_LEAST 64u
#define DELAYS_SYNC_POINTS 8u           /* communicators remembered per rank */
#define DELAYS_BYTES ((size_t)64 << 20) /* limit for all ranks together */

/* History of a rank: an activity, or a wait by number. */
struct delays_entry {
    uint64_t ns;
    uint32_t what; /* activity, or number of the wait */
    uint32_t is_wait;
};

/* The last collective that a rank has finished on a communicator. */
struct delays_sync_point {
    uint32_t comm;
    uint64_t number, at;
};

struct delays_rank {
    struct delays_entry *entries; /* ring buffer of the last entries */
    uint64_t count;               /* entries so far */
    uint32_t waits;
    struct delays_sync_point
        sync_points[DELAYS_SYNC_POINTS]; /* the latest ones */
    uint32_t sync_point_count;
    uint64_t restart; /* position of the rank at the restart */
};

/* Times of one rank in an interval. */
struct delays_times {
    uint32_t rank;
    uint64_t from, to;
    uint64_t *by_activity, *by_region; /* dense; only `touched' elements are
                                        * not 0 */
    uint32_t *touched;
    uint32_t touched_count;
    uint64_t waits;
    uint32_t first_wait, end_wait; /* wait numbers */
};

struct delays {
    const struct replay_log *log;
    bool failed, told; /* told: already logged */
    bool reaches_back; /* an interval reaches back before a restart, which is
                        * not the run's start */
    struct delays_rank *ranks;
    uint32_t rank_count, region_count;
    uint32_t remembered; /* a power of two */
    struct delays_times late, waiting;
    double *excesses; /* by region: of its work's activities */
    struct map pairs; /* delays_pair: where both were last together */
    struct delays_file file;
};

bool delays_init(struct delays *delays, const struct replay_log *log,
                 uint32_t ranks);
void delays_clear(struct delays *delays);

void delays_work(struct delays *delays, uint32_t rank, uint32_t activity,
                 uint64_t ns);
/* Position of the rank in its history. */
uint64_t delays_now(const struct delays *delays, uint32_t rank);
/* Delaying rank: its position at that time; alone: not in a collective of all,
 * which delays_meet() handles. */
struct delays_culprit {
    uint32_t rank;
    uint64_t at;
    bool alone;
};
void delays_wait(struct delays *delays, uint32_t rank, uint64_t ns,
                 const struct delays_culprit *culprit);
/* Synchronises the rank in the collective with that number. */
void delays_meet(struct delays *delays, uint32_t rank, uint32_t comm,
                 uint64_t number);

/* All ranks have just synchronised, each for the first time; earlier waits are
 * excluded.  Later intervals must begin here or later, else `reaches_back' is
 * set. */
bool delays_restart(struct delays *delays);

/* Adds all costs to the existing ones; the caller frees *out.  Call once, at
 * the end. */
bool delays_costs(struct delays *delays, struct delay_cost **out,
                  size_t *count);

#endif
