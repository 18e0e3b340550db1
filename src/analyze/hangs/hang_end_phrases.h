/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hang_end_phrases.h - sentences about ranks that did not end with
 * MPI_Finalize.
 *
 * Requires a scope whose ends have ranks, except for hang_ends_completeness(),
 * which has nothing to report otherwise.
 */
#ifndef ANALYZE_HANGS_HANG_END_PHRASES_H
#define ANALYZE_HANGS_HANG_END_PHRASES_H

#include "analyze/facts/scope.h"

/* "MPI_Recv (ring.c:31)" */
void hang_ends_put_call(const struct scope *scope,
                        const struct rank_ending *ending, struct strbuf *out);
/* "in MPI_Recv (ring.c:31)", "computing in region solve", "in solve
 * (solve.c:88)" */
void hang_ends_put_where(const struct scope *scope,
                         const struct rank_ending *ending, struct strbuf *out);
/* Same, behind how the rank ended: "while computing in region solve". */
void hang_ends_put_last(const struct scope *scope,
                        const struct rank_ending *ending, struct strbuf *out);
void hang_ends_put_comm(const struct scope *scope, uint32_t comm,
                        struct strbuf *out);
/* "0-2,5": `count' ascending world ranks. */
void hang_ends_list_ranks(const uint32_t *ranks, size_t count,
                          struct strbuf *out);
/* Same in a sentence, "ranks 0-2 and 5", or "512 ranks" if that is too long to
 * read. */
void hang_ends_put_ranks(const uint32_t *ranks, size_t count,
                         struct strbuf *out);
/* "some ranks ended up to 4.20 s before others", or as much as is known:
 * requires a scope whose ranks ended apart. */
void hang_ends_put_apart(const struct scope *scope, struct strbuf *out);

void hang_ends_verdict(const struct scope *scope, struct report *report);
void hang_ends_completeness(const struct scope *scope, struct report *report);

#endif
