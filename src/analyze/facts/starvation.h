/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * starvation.h - ranks that could have run, but had no core.
 *
 * Waiting for a core is what the kernel counts as runnable without one: in
 * useful work up to the time off a core there; in MPI, where libraries that
 * yield are runnable while they wait for others, up to T - the greatest useful
 * time.  Times of a starved run say little about the program.  A rank that
 * sleeps is not runnable, and so not starved; a run that is too short to judge
 * is not, either.
 * Judged by the whole run, also in a report on some of its regions.
 * Units: shares of the run time.
 */
#ifndef ANALYZE_FACTS_STARVATION_H
#define ANALYZE_FACTS_STARVATION_H

#include "analyze/facts/scope.h"

/* Cores that the ranks of the host had. */
enum cores_had { CORES_UNKNOWN, CORES_FEWER, CORES_BOUND, CORES_ENOUGH };

struct starvation {
    bool starved;
    bool all;     /* the ranks as a whole, not one of them */
    double share; /* waited by `rank'; if `all', by the mean rank of `host', or
                    * of the ranks that shared too few of its cores */
    uint32_t rank; /* it waited most */
    uint32_t host; /* of that rank */
    enum cores_had had;
    uint32_t sharing;      /* ranks of the host with too few cores */
    struct core_set cores; /* these */
    bool threads;          /* other threads of these ranks used cores, too */
};

struct starvation starvation_of(const struct scope *scope);
/* Whether that rank and others of its host had fewer cores than they are, waited or
 * not: the cores and the ranks that shared them; else `had' is another. */
struct starvation starvation_cores(const struct scope *scope,
                                   const struct rank_times *rank);
/* "4 ranks shared core 0, and on average spent 62 % of the run waiting for it." */
void starvation_say(const struct scope *scope,
                    const struct starvation *starvation, struct strbuf *out);
/* What to do about it: static text. */
const char *starvation_cure(const struct starvation *starvation);

#endif
