/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * flow_requests.h - a rank's pending receives.
 *
 * Threads: one owner.  Memory: grows with the receives that are pending.
 */
#ifndef TOOLS_FLOW_REQUESTS_H
#define TOOLS_FLOW_REQUESTS_H

#include "base/map.h"
#include "flows.h"

struct flow_request { /* in a map */
    uint32_t number;
    struct flow flow;
};

/* False: no memory. */
bool flow_requests_add(struct map *requests, uint32_t number,
                       const struct flow *flow);
/* False: there is none.  Removes it. */
bool flow_requests_take(struct map *requests, uint32_t number,
                        struct flow *flow);

#endif
