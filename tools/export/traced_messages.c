/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/export/traced.h"

static bool next_flow(struct traced *trace, const struct lane *lane,
                      enum flow_end end, const struct replay_op *op,
                      struct flow *flow)
{
    uint32_t rank = lane->place.rank, peer = op->peer;
    struct flow_channel channel = { .comm = op->comm, .tag = op->tag };

    if (peer >= trace->run->profile->rank_count || !trace->chosen[peer] ||
        (op->flags & REPLAY_CANCELLED))
        return false;
    channel.from = end == FLOW_SEND ? rank : peer;
    channel.to = end == FLOW_SEND ? peer : rank;
    return flows_next(&trace->flows, end, &channel, flow);
}

/* An arrow must be inside of its slice. */
static void put_end(struct traced *trace, const struct lane *lane,
                    enum flow_end end, const struct flow *flow)
{
    const struct replay_call *call = &lane->call;
    uint64_t time = call->begin, id;

    if (end == FLOW_RECEIVE && call->end > call->begin)
        time = call->end - 1;
    if (!traced_shows(trace, call->begin, call->end))
        return;
    if (!trace->writing) {
        flows_show(&trace->flows, end, flow);
        return;
    }
    id = flows_id(&trace->flows, flow);
    if (id != FLOW_NONE)
        chrome_arrow(trace->text, &lane->place, end == FLOW_SEND,
                     time + trace->shift, id);
}

static void take_message(struct traced *trace, const struct lane *lane,
                         const struct replay_op *op)
{
    enum flow_end end = op->kind == REPLAY_SEND || op->kind == REPLAY_SEND_POST
                            ? FLOW_SEND
                            : FLOW_RECEIVE;
    struct flow flow;

    if (op->kind == REPLAY_RECV_DONE) {
        if (flow_requests_take(&trace->receives, op->request, &flow))
            put_end(trace, lane, FLOW_RECEIVE, &flow);
        return;
    }
    if (op->kind == REPLAY_RECV_POST && !(op->flags & REPLAY_SETTLED))
        return;
    if (!next_flow(trace, lane, end, op, &flow))
        return;
    if (op->kind != REPLAY_RECV_POST)
        put_end(trace, lane, end, &flow);
    else if (!flow_requests_add(&trace->receives, op->request, &flow))
        traced_no_memory(trace);
}

uint64_t traced_bytes(const struct replay_op *op)
{
    return (uint64_t)op->coll << 32 | op->bytes;
}

static void add_about(struct chrome_about *about, const struct replay_op *op)
{
    if (op->kind == REPLAY_SEND || op->kind == REPLAY_SEND_POST) {
        about->sends++;
        about->sent_bytes += traced_bytes(op);
    } else if (op->kind == REPLAY_RECV) {
        about->receives++;
        about->received_bytes += traced_bytes(op);
    } else {
        return;
    }
    about->peer = op->peer;
    about->tag = op->tag;
}

void traced_messages(struct traced *trace, const struct lane *lane)
{
    for (uint32_t i = 0; i < lane->call.op_count; i++)
        if (lane->ops[i].kind >= REPLAY_SEND &&
            lane->ops[i].kind <= REPLAY_RECV_DONE &&
            lane->ops[i].kind != REPLAY_SEND_DONE)
            take_message(trace, lane, &lane->ops[i]);
}

void traced_about(const struct lane *lane, struct chrome_about *about)
{
    for (uint32_t i = 0; i < lane->call.op_count; i++)
        add_about(about, &lane->ops[i]);
}
