/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * overheads.h - mpiprof's overhead on the rank with the most.
 *
 * Covers one thread of that rank, see model/overhead.h; for profiles without
 * details the calls of all threads x the cost per call.  Always covers the
 * whole run, also with a region pattern.
 * Units: ns.  Threads: one owner.
 */
#ifndef ANALYZE_FACTS_OVERHEADS_H
#define ANALYZE_FACTS_OVERHEADS_H

#include "analyze/facts/scope.h"
#include "model/overhead.h"

#define OVERHEAD_SHARE 0.05 /* of T: more makes times doubtful */

struct overheads {
    const struct rank_times *rank; /* NULL: no ranks */
    struct overhead parts;         /* parts of the rank's overhead */
    double call_ns;                /* cost of one call */
    uint64_t calls_ns;             /* cost of all parts.calls */
    uint64_t total_ns;             /* all parts except finalize_ns */
    uint64_t finalize_ns;          /* maximum over ranks */
};

struct overheads overheads_of(const struct scope *scope);
/* total_ns where it is more than OVERHEAD_SHARE of T, else 0: smaller gains are
 * doubtful. */
uint64_t overheads_doubt(const struct scope *scope);
/* "1601 MPI calls, 46 ns each; ..." */
void overheads_say(const struct overheads *costs, struct strbuf *out);
/* Returns a sentence: which settings reduce the largest part of the overhead. */
const char *overheads_remedy(const struct overheads *costs);

#endif
