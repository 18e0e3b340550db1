/*
 * flow_requests.h - a rank's pending receives.
 *
 * Threads: one owner.  Memory: grows with pending receives;
 * flow_requests_clear() frees.
 */
#ifndef TOOLS_FLOW_REQUESTS_H
#define TOOLS_FLOW_REQUESTS_H

#include "flows.h"

struct flow_request {
    uint32_t number; /* 0: a free slot */
    struct flow flow;
};

struct flow_requests {
    struct flow_request *slots;
    size_t count, slot_count;
};

void flow_requests_clear(struct flow_requests *requests);
/* Resets for the next rank, without pending receives. */
void flow_requests_reset(struct flow_requests *requests);
/* False without memory. */
bool flow_requests_add(struct flow_requests *requests, uint32_t number,
                       const struct flow *flow);
/* False: not found. */
bool flow_requests_take(struct flow_requests *requests, uint32_t number,
                        struct flow *flow);

#endif
