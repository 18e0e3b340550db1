/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hang_places.h - groups of ranks with the same ending: in the same way, in
 * the same call at the same call site and on the same communicator, or in the
 * same region of the program.
 *
 * Order: groups that ended by themselves first, then larger groups; ranks that
 * finalized, and those without data, come last.
 * Threads: one owner.  Memory: clear frees.  Errors: logged.
 */
#ifndef ANALYZE_HANGS_HANG_PLACES_H
#define ANALYZE_HANGS_HANG_PLACES_H

#include "analyze/facts/scope.h"

struct hang_place {
    uint32_t first;  /* a rank of the group: its ending has the shared state */
    size_t from, to; /* ranks, ascending: hang_places.ranks[from .. to) */
};

struct hang_places {
    struct hang_place *items;
    uint32_t count;
    uint32_t *of;    /* by rank: index of its group */
    uint32_t *ranks; /* all ranks, sorted by group */
};

/* Requires a scope whose ends have ranks. */
enum status hang_places_find(const struct scope *scope,
                             struct hang_places *out);
void hang_places_clear(struct hang_places *places);

#endif
