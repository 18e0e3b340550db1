/*
 * overheads.h - what measuring took of the rank that it took most of.
 *
 * Of one thread of it, see model/overhead.h; of profiles that do not say more
 * the calls of all threads x what one costs.  Of the whole run, also with a
 * region pattern.  Units: ns.  Threads: one owner.
 */
#ifndef ANALYZE_FACTS_OVERHEADS_H
#define ANALYZE_FACTS_OVERHEADS_H

#include "analyze/facts/scope.h"
#include "model/overhead.h"

struct overheads {
    const struct rank_times *rank; /* NULL: there is none */
    struct overhead parts;         /* of it */
    double call_ns;                /* of one call, */
    uint64_t calls_ns;             /* and of parts.calls */
    uint64_t total_ns;             /* all parts but finalize_ns */
    uint64_t finalize_ns;          /* the longest of any rank */
};

struct overheads overheads_of(const struct scope *scope);
/* "1601 MPI calls, 46 ns each; ..." */
void overheads_say(const struct overheads *costs, struct strbuf *out);

#endif
