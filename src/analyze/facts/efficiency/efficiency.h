/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * efficiency.h - POP's multiplicative efficiencies of a run.
 *
 *     parallel efficiency = load balance x communication efficiency
 *     load balance        = within hosts x between hosts
 *     communication efficiency = serialisation x transfer efficiency
 *
 * All are ratios, 1 is best.  Undefined for a run without measured time.
 */
#ifndef ANALYZE_FACTS_EFFICIENCY_EFFICIENCY_H
#define ANALYZE_FACTS_EFFICIENCY_EFFICIENCY_H

#include "analyze/facts/scope.h"

struct efficiency {
    double parallel, load_balance, communication;
    double within_nodes, between_nodes; /* only if hosts > 1 */
    uint32_t hosts;                     /* number of hosts with ranks */
    double serialisation, transfer;     /* 0: unknown, needs a trace */
};

/* Returns false without measured time. */
bool efficiency_of(const struct scope *scope, struct efficiency *out);

/* Why the ranks' useful times cannot be compared, as a phrase; NULL: they
 * can. */
const char *efficiency_doubt(const struct scope *scope);

/* Terms with their formulas, for `explain'. */
struct efficiency_term {
    const char *name;  /* "load_balance" */
    const char *title; /* "load balance" */
    int depth;         /* in the tree */
    const char *definition;
};
extern const struct efficiency_term efficiency_terms[];
extern const size_t efficiency_term_count;

#endif
