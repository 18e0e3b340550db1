/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * network.h - latency and bandwidth, fitted to the calls of the run.
 *
 * For each procedure, on one host and between hosts: time of a call without
 * waits = latency + bytes x byte.  The line goes through the medians of all
 * sizes (Theil and Sen: the median of all slopes, long distances counting more);
 * so calls that are disturbed do not bend it.  Calls of 256 bytes and less are
 * all latency.  Unknown: fewer than ten calls, larger sizes that differ less than
 * twofold, or half of the calls off by more than 100 %.
 * Units: ns, bytes.  Threads: one owner.  Memory: network_clear() frees.
 * Errors: only a lack of memory, which is logged.
 */
#ifndef ANALYZE_FACTS_NETWORK_H
#define ANALYZE_FACTS_NETWORK_H

#include "analyze/facts/scope.h"
#include "base/status.h"
#include "replay/log/replay_result.h"
#include "replay/log/scenario.h"

struct network_fit {
    uint32_t call, apart; /* index into profile->calls; between hosts */
    uint64_t calls, ns;
    uint64_t bytes_least, bytes_most; /* of a call */
    double median;                    /* ns of a call */
    bool known;
    struct network_cost cost;
    double off; /* longer / shorter of time and line - 1, median of calls */
};

struct network {
    struct network_fit *items; /* by call, then apart */
    size_t count;
};

/* scope: only its regions count; NULL: all calls.  replay: may be NULL. */
enum status network_init(struct network *network, const struct scope *scope,
                         const struct replay_result *replay);
void network_clear(struct network *network);
/* Both 0: unknown. */
struct network_cost network_cost_of(const struct network *network,
                                    uint32_t call, uint32_t apart);
/* Share of the time of these calls for which a line is known. */
double network_known(const struct network *network);

#endif
