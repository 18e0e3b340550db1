/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wait_tallies.h - the waits of a replayed trace, by call sites as a report
 * names them.
 *
 * A place is a call site (sites.h): replay sites that look alike are merged.
 * Tallies are by kind of wait, and by kind and place, with their distribution
 * over ranks; blames are by kind and place, for each delaying rank and place.
 * With --region only waits inside count.
 * Units: ns.  Threads: one owner.  Memory: wait_tallies_clear() frees.
 * Errors: only a lack of memory, which is logged; clear after an error, too.
 */
#ifndef ANALYZE_FACTS_WAIT_TALLIES_H
#define ANALYZE_FACTS_WAIT_TALLIES_H

#include "analyze/facts/scope.h"

struct wait_blame {
    uint32_t kind, place;         /* kind of wait, and where ranks wait */
    uint32_t rank, culprit_place; /* delaying rank, and the call it was late
                                   * for */
    uint64_t ns, count, most;
};

struct wait_tallies {
    const struct replay_result *replay; /* NULL: no trace, everything is
                                         * empty */
    uint32_t *places;                   /* by replay site */
    struct tallies names;      /* by place: the key is its call site, mpi the
                                * sum of all waits there */
    struct tallies kinds;      /* key: enum wait_kind */
    struct tallies sites;      /* key: wait_site_key() */
    struct wait_blame *blames; /* by kind and place, largest first */
    size_t blame_count;
    uint64_t all; /* ns of waits for other ranks within the measured time */
};

enum status wait_tallies_init(struct wait_tallies *waits,
                              const struct scope *scope);
void wait_tallies_clear(struct wait_tallies *waits);
/* Returns the key of that place's call site, for site_call() and
 * site_path(). */
uint64_t wait_place_site(const struct wait_tallies *waits, uint32_t place);
/* Returns the sum of all waits at a call site, a site_key(). */
uint64_t wait_tallies_at(const struct wait_tallies *waits, uint64_t site);
/* Returns the largest blame; NULL if there is none. */
const struct wait_blame *wait_blame_of(const struct wait_tallies *waits,
                                       uint32_t kind, uint32_t place);
/* Sums by delaying rank and place (as in wait_site_key()): mpi is the waiting
 * time caused, calls the number of waits.  The caller clears sums. */
enum status wait_culprits(const struct wait_tallies *waits,
                          struct tallies *sums);
bool wait_site_inside(const struct scope *scope,
                      const struct replay_result *replay, uint32_t site);

static inline uint64_t wait_site_key(uint32_t kind, uint32_t place)
{
    return (uint64_t)kind << 32 | place;
}

static inline uint32_t wait_site_kind(uint64_t key)
{
    return (uint32_t)(key >> 32);
}

static inline uint32_t wait_site_place(uint64_t key)
{
    return (uint32_t)key;
}

#endif
