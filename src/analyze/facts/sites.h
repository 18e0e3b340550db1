/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sites.h - treats call paths that look alike as one call site.
 *
 * A compiler makes several copies of one source line: it inlines the enclosing
 * function into each caller, or gives the root of a reduction its own branch.
 * Addresses of the copies differ, even between ranks, but the copies are one
 * site to the reader and for comparing ranks.  Two paths are equal if their
 * functions have the same names and files, and the calls at their ends are on
 * the same line.  Two that differ only in callers would read alike in a table
 * of functions and lines, so the first caller that differs is known, too.
 * Threads: one owner.  Memory: sites_clear frees.  Errors: only a lack of
 * memory, which is logged.
 */
#ifndef ANALYZE_FACTS_SITES_H
#define ANALYZE_FACTS_SITES_H

#include "analyze/facts/source_location.h"
#include "model/definitions.h"

struct sites {
    uint32_t *first;   /* by PATH id: the first path that looks alike */
    uint32_t *callers; /* by the same: path of the caller that tells it from
                        * others with the same end; 0: there are none */
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

/* Function of the caller to name with it, in `room', or NULL. */
const char *sites_caller(const struct sites *sites,
                         const struct definitions *table, uint32_t path,
                         struct source_location *room);
/* Appends ", from solve", if there is one. */
void sites_put_caller(struct strbuf *out, const struct sites *sites,
                      const struct definitions *table, uint32_t path);

#endif
