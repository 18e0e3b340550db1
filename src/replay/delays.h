/*
 * delays.h - what caused the waits: who was late, with what, and what had made
 * it late.
 *
 * Boehme et al., Identifying the root causes of wait states in large-scale
 * parallel applications (ICPP 2010): a wait of length w of rank r for rank s
 * is compared over the interval since both were last together.  With T_k(c)
 * the time of rank k in activity c in it, without waits,
 *     d(c) = max(T_s(c) - T_r(c), 0), D = sum of d, W = waits of s in it,
 *     scale = min(w / (D + W), 1);
 * the short-term cost of c on s is scale x d(c).  The rest is passed on to
 * what caused the waits of s: long-term costs, which are known at the end, so
 * that one record for each wait is kept in a file without a name.
 * Work is compared by region and then told by the call that it leads to.
 *
 * Each rank remembers its last DELAYS_REMEMBERED activities, of thousands of
 * ranks fewer; a longer interval is taken for as long as that.
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
#define DELAYS_MEETINGS 8u /* communicators that a rank remembers */
#define DELAYS_BYTES ((size_t)64 << 20) /* of all ranks together */

/* What a rank did one after the other: an activity, or a wait by number. */
struct delays_entry {
    uint64_t ns;
    uint32_t what; /* activity; of a wait its number */
    uint32_t is_wait;
};

/* The last collective of a communicator that a rank has ended. */
struct delays_meeting {
    uint32_t comm;
    uint64_t number, at;
};

struct delays_rank {
    struct delays_entry *entries; /* the last ones, round and round */
    uint64_t count;               /* of all so far */
    uint32_t waits;
    struct delays_meeting sync_points[DELAYS_MEETINGS]; /* the latest */
    uint32_t meeting_count;
    uint64_t restart; /* what the rank had done then */
};

/* Times of one rank in an interval. */
struct delays_times {
    uint32_t rank;
    uint64_t from, to;
    uint64_t *by_activity, *by_region; /* dense; only `touched' are not 0 */
    uint32_t *touched;
    uint32_t touched_count;
    uint64_t waits;
    uint32_t first_wait, end_wait; /* numbers */
};

struct delays {
    const struct replay_log *log;
    bool failed, told; /* told: logged already */
    bool reaches_back; /* to before the restart, which was not the begin */
    struct delays_rank *ranks;
    uint32_t rank_count, region_count;
    uint32_t remembered; /* a power of two */
    struct delays_times late, waiting;
    double *excesses;    /* by region: of its work's activities */
    struct map pairs;    /* delays_pair: where both were last together */
    struct delays_file file;
};

bool delays_init(struct delays *delays, const struct replay_log *log,
                 uint32_t ranks);
void delays_clear(struct delays *delays);

void delays_work(struct delays *delays, uint32_t rank, uint32_t activity,
                 uint64_t ns);
/* Where the rank is. */
uint64_t delays_now(const struct delays *delays, uint32_t rank);
/* Who was waited for: where it was by then; alone: in no collective of all,
 * which delays_meet() is told of. */
struct delays_culprit {
    uint32_t rank;
    uint64_t at;
    bool alone;
};
void delays_wait(struct delays *delays, uint32_t rank, uint64_t ns,
                 const struct delays_culprit *culprit);
/* Both are together; of the collective with that number. */
void delays_meet(struct delays *delays, uint32_t rank, uint32_t comm,
                 uint64_t number);

/* All ranks have just met, each for the first time: what they waited is none of
 * it.  Later intervals are to begin there or later, else `reaches_back'. */
bool delays_restart(struct delays *delays);

/* All costs, added to those that are there; the caller frees *out.  Once, at
 * the end. */
bool delays_costs(struct delays *delays, struct delay_cost **out,
                  size_t *count);

#endif
