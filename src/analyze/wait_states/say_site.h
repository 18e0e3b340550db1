/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * say_site.h - call sites, regions and other ranks formatted for sentences.
 */
#ifndef ANALYZE_WAIT_STATES_SAY_SITE_H
#define ANALYZE_WAIT_STATES_SAY_SITE_H

#include "analyze/facts/say.h"
#include "analyze/facts/scope.h"
#include "base/text/strbuf.h"

/* "MPI_Waitall in exchange (heat2d.c:120)"; site: a site_key(). */
void say_site(struct strbuf *out, const struct scope *scope, uint64_t site);
/* The same without the procedure, as a table cell: "heat2d.c:120, from step". */
void table_where(struct table *table, const struct scope *scope,
                 uint64_t site);
/* "main/solve", or "(outside regions)". */
void say_region(struct strbuf *out, const struct scope *scope, uint32_t node);
/* "the others" than that rank, or "rank 0" of two; first: of a sentence. */
struct said say_others(const struct scope *scope, uint32_t rank, bool first);

#endif
