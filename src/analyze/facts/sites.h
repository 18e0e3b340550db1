/*
 * sites.h - call paths that read the same are the same call site.
 *
 * A compiler makes several copies of one line of source: it inlines the
 * function around it into each caller, or gives the root of a reduction its
 * own branch.  Their addresses differ, from rank to rank even, but for the
 * reader, and for comparing ranks, they are one.  Two paths are one when the
 * functions on them have the same names and files, and the call at their end
 * stands in the same line.
 * Threads: one owner.  Memory: sites_clear frees.
 */
#ifndef ANALYZE_FACTS_SITES_H
#define ANALYZE_FACTS_SITES_H

#include "model/definitions.h"

struct sites {
    uint32_t *first; /* by PATH id: the first path that reads the same */
    uint32_t count;
};

enum status sites_init(struct sites *sites, const struct definitions *table);
void sites_clear(struct sites *sites);

/* The path that stands for this one; itself when it is not known. */
static inline uint32_t sites_path(const struct sites *sites, uint32_t path)
{
    return path < sites->count ? sites->first[path] : path;
}

#endif
