/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sites.h - treats call paths that look alike as one call site.
 *
 * A compiler makes several copies of one source line: it inlines the enclosing
 * function into each caller, or gives the root of a reduction its own branch.
 * Addresses of the copies differ, even between ranks, but the copies are one
 * site to the reader and for comparing ranks.  Two paths are equal if their
 * functions have the same names and files, and the calls at their ends are on
 * the same line.
 * Threads: one owner.  Memory: sites_clear frees.
 */
#ifndef ANALYZE_FACTS_SITES_H
#define ANALYZE_FACTS_SITES_H

#include "model/definitions.h"

struct sites {
    uint32_t *first; /* by PATH id: the first path that looks alike */
    uint32_t count;
};

enum status sites_init(struct sites *sites, const struct definitions *table);
void sites_clear(struct sites *sites);

/* Returns the path that represents this one; an unknown path represents
 * itself. */
static inline uint32_t sites_path(const struct sites *sites, uint32_t path)
{
    return path < sites->count ? sites->first[path] : path;
}

#endif
