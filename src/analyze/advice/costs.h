/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * costs.h - what calls at a call site cost by the fitted network: whether latency
 * or bandwidth bounds them.
 *
 * Units: ns.  Threads: one owner.  Memory: costs_clear() frees.  Errors: logged.
 */
#ifndef ANALYZE_ADVICE_COSTS_H
#define ANALYZE_ADVICE_COSTS_H

#include "analyze/facts/network.h"
#include "analyze/facts/wait_tallies.h"
#include "base/map.h"

/* Sums over the calls at a site. */
struct cost {
    uint64_t site;         /* site_key() */
    double latency, bytes; /* by the lines of their procedure */
    double own;            /* measured, without waits */
    uint64_t calls;
    uint64_t unknown; /* calls without a line */
};

struct costs {
    MAP_OF(struct cost, items, count);
    /* Time of calls between nodes, and of the same calls if they were inside a node,
     * where the lines of both are known. */
    double apart, inside;
};

enum status costs_init(struct costs *costs, const struct scope *scope,
                       const struct wait_tallies *waits);
void costs_clear(struct costs *costs);
/* NULL: unknown, for some of the calls. */
const struct cost *costs_of(const struct costs *costs, uint64_t site);
/* Share of latency: from a half on, it bounds the calls. */
double cost_latency_share(const struct cost *cost);
/* Bytes that take as long as the latency does; 0: all is latency. */
double cost_balance(const struct cost *cost, uint64_t bytes);

/* The time that calls between nodes would take inside one, as a share of theirs;
 * less than 0: unknown. */
double costs_inside(const struct costs *costs);

#endif
