/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tallies.h - sums of rows by a key, over all ranks.
 *
 * A map from a 64-bit key (a procedure, a procedure and its call path, a
 * region, a communicator) to the sums of the rows with that key.  Iterate with
 * items[0 .. count), in order of first appearance.
 * Units: ns, bytes.  Threads: one owner.  Memory: clear frees.
 */
#ifndef ANALYZE_FACTS_TALLIES_H
#define ANALYZE_FACTS_TALLIES_H

#include "base/map.h"
#include "base/rank_stats.h"
#include "base/status.h"
#include "model/profile.h"

struct tally {
    uint64_t key;
    uint64_t calls, errors;
    uint64_t longest;   /* ns of the longest call */
    uint64_t shortest;  /* ns of the shortest call, if there are any */
    uint64_t out_calls; /* excludes calls without known sent bytes, such as the
                         * unfinished last call */
    uint64_t out_bytes, in_bytes;
    struct rank_stats time;  /* regions: useful time */
    struct rank_stats other; /* regions: inclusive time */
    uint64_t mpi, exclusive; /* regions only: summed over ranks */
};

struct tallies {
    MAP_OF(struct tally, items, count);
};

static inline void tallies_clear(struct tallies *tallies)
{
    map_clear(&tallies->items_map);
}

/* The tally of that key, made if new; NULL without memory.  Valid until the
 * next call. */
static inline struct tally *tallies_get(struct tallies *tallies, uint64_t key)
{
    return map_get(&tallies->items_map, sizeof(struct tally), &key,
                   sizeof(key));
}

/* Looks without making; NULL when there is none. */
static inline const struct tally *tallies_find(const struct tallies *tallies,
                                               uint64_t key)
{
    return map_find(&tallies->items_map, sizeof(struct tally), &key,
                    sizeof(key));
}

enum status tallies_add_row(struct tallies *tallies, uint64_t key,
                            uint32_t index, const struct row *row);

/* Key of a call site, and its parts. */
static inline uint64_t site_key(uint32_t call, uint32_t path)
{
    return (uint64_t)call << 32 | path;
}

static inline uint32_t site_call(uint64_t key)
{
    return (uint32_t)(key >> 32);
}

static inline uint32_t site_path(uint64_t key)
{
    return (uint32_t)key;
}

#endif
