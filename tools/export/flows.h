/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * flows.h - matches sends and receives of a trace as messages.
 *
 * Messages of one communicator, sender, receiver and tag do not overtake each
 * other: the n-th send is the n-th receive.  So two passes over the calls,
 * each rank's in the order of their starts, are enough: the first notes which
 * ends are shown, the second queries whether both ends of a message are.
 * Threads: one owner.  Memory: two bits for each message, which flows_clear()
 * frees.  Errors: out of memory sticks in `failed'.
 */
#ifndef TOOLS_EXPORT_FLOWS_H
#define TOOLS_EXPORT_FLOWS_H

#include "base/map.h"

#define FLOW_NONE UINT64_MAX

struct flow_channel {
    uint32_t comm, from, to, tag; /* the key */
    uint64_t sends, receives;     /* so far, of this pass */
    uint64_t first; /* second pass: the id of its first message */
    uint8_t *shown; /* four messages in a byte */
    size_t room;    /* bytes */
};

struct flows {
    MAP_OF(struct flow_channel, channels, count);
    bool failed;
};

enum flow_end { FLOW_SEND, FLOW_RECEIVE };

/* One end of a message: its number within its channel. */
struct flow {
    size_t channel;
    uint64_t number;
};

void flows_init(struct flows *flows);
void flows_clear(struct flows *flows);
/* Returns the next end of that kind. */
bool flows_next(struct flows *flows, enum flow_end end,
                const struct flow_channel *wanted, struct flow *out);
/* First pass: marks the end as shown. */
void flows_show(struct flows *flows, enum flow_end end,
                const struct flow *flow);
void flows_second_pass(struct flows *flows);
/* Second pass: returns the message's id, or FLOW_NONE if the other end is not
 * shown. */
uint64_t flows_id(const struct flows *flows, const struct flow *flow);

/* A rank's pending receives, a map of: */
struct flow_request {
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
