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
 * Units: shares of T.
 */
#ifndef ANALYZE_ADVICE_STARVATION_H
#define ANALYZE_ADVICE_STARVATION_H

#include "analyze/facts/scope.h"

struct starvation {
    bool starved;
    bool all;          /* the ranks as a whole, not one of them */
    double mean, most; /* over ranks, and of the rank that waited most */
    uint32_t most_rank;
    /* of the host with the most ranks for a core: its ranks, the cores that
     * these may use (0: unknown), the first of these, and all it has */
    uint32_t ranks, cores, first_core, online;
};

struct starvation starvation_of(const struct scope *scope);
/* "4 ranks shared core 0: ...", and what to do about it. */
void starvation_say(const struct starvation *starvation, struct strbuf *out);

#endif
