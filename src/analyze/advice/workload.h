/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * workload.h - whether a rank that works longer has more work, or is slower at as
 * much.
 *
 * With I instructions, C cycles and t seconds of useful time of the rank, and
 * I', C', t' for the mean of the other ranks,
 *    t / t' = (I / I') x (IPC' / IPC) x (f' / f),  IPC = I / C, f = C / t
 * (POP, "Standard metrics for performance analysis"): the largest of the three
 * factors is named.
 *
 * Without counters, visits of the region, MPI calls and bytes show who has more;
 * where all of them are equal, work may still cost more per item, and most likely does
 * where it takes over four times as long.
 * Threads: one owner.  Memory: none.
 */
#ifndef ANALYZE_ADVICE_WORKLOAD_H
#define ANALYZE_ADVICE_WORKLOAD_H

#include "analyze/advice/advice.h"

enum workload_kind {
    WORKLOAD_UNKNOWN,
    WORKLOAD_MORE,   /* more work than the others */
    WORKLOAD_SLOWER, /* as many instructions, which take longer */
    WORKLOAD_ALIKE   /* as many visits, calls and bytes */
};

/* Compares the finding's rank with the others, in the region of its cure. */
enum workload_kind workload_of(const struct advice *advice,
                               const struct scope *scope,
                               const struct finding *finding);
/* ", with 2.5 times the instructions": the evidence for that kind. */
void workload_put(struct strbuf *out, const struct advice *advice,
                  const struct scope *scope, const struct finding *finding);
/* Sets the remedy for that kind; if unknown, the rule's remains, and the
 * evidence names the counters that would tell. */
void workload_set_remedy(const struct advice *advice,
                         const struct scope *scope, struct finding *finding);
/* Adds evidence and remedy from the counters of that region. */
void workload_put_why(const struct scope *scope,
                      const struct region_facts *facts,
                      struct finding *finding);

#endif
