/*
 * flow_requests.h - receives of a rank that were begun and are not complete.
 *
 * Threads: one owner.  Memory: grows with the receives that are pending;
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
/* Of the next rank: none is pending. */
void flow_requests_reset(struct flow_requests *requests);
/* False: no memory. */
bool flow_requests_add(struct flow_requests *requests, uint32_t number,
                       const struct flow *flow);
/* False: there is none. */
bool flow_requests_take(struct flow_requests *requests, uint32_t number,
                        struct flow *flow);

#endif
