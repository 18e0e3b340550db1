/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/overlap.h"

/* False: not known, or it is no request. */
static bool work_since(const struct location *location,
                       const struct location *by, uint64_t worked,
                       uint64_t *ns)
{
    if (by != location)
        return false;
    *ns = location->worked - worked;
    return true;
}

static bool work_of(const struct location *location,
                    const struct replay_op *op, const union held *held,
                    uint64_t *ns)
{
    if (held->message == NULL)
        return false;
    switch (op->kind) {
    case REPLAY_SEND_DONE:
        return work_since(location, held->message->send.by,
                          held->message->send.worked, ns);
    case REPLAY_RECV_DONE:
        return work_since(location, held->message->receive.by,
                          held->message->receive.worked, ns);
    case REPLAY_COLLECTIVE_DONE:
        return work_since(location, held->arrival->here, held->arrival->worked,
                          ns);
    default: return false;
    }
}

static void sum_add(struct replay_state *state, uint32_t site,
                    enum overlap_sum what, uint64_t value)
{
    uint32_t key[4] = { site, what };

    if (!sums_add(&state->overlaps, key, value))
        replay_state_no_memory(state);
}

static void add_request(struct replay_state *state,
                        const struct location *location,
                        const struct replay_op *op)
{
    if (op->kind == REPLAY_COLLECTIVE_DONE)
        sum_add(state, location->call.site, OVERLAP_COLLECTIVES, 0);
    else
        sum_add(state, location->call.site, OVERLAP_MESSAGES, op->bytes);
}

void overlap_note(struct replay_state *state, const struct location *location)
{
    uint64_t most = 0, ns;
    bool any = false;

    if (!replay_state_counts(state, location->call.begin))
        return;
    for (uint32_t i = 0; i < location->call.op_count; i++) {
        if (location->ops[i].kind == REPLAY_QUIET)
            sum_add(state, location->call.site, OVERLAP_QUIET, 0);
        if (!work_of(location, &location->ops[i], &location->held[i], &ns))
            continue;
        any = true;
        add_request(state, location, &location->ops[i]);
        if (ns > most)
            most = ns;
    }
    if (any)
        sum_add(state, location->call.site, OVERLAP_WORK, most);
}

void overlap_note_fence(struct replay_state *state,
                        const struct arrival *arrival)
{
    const struct collective *one = arrival->of;

    if (one->coll == REPLAY_COLL_FENCE && one->latest_sender == NULL &&
        collective_complete(one) && one->like &&
        state->log->location_count <= state->profile->rank_count &&
        replay_state_counts(state, arrival->begin))
        sum_add(state, arrival->site, OVERLAP_QUIET, 0);
}

void overlap_note_order(struct replay_state *state, uint32_t site,
                        uint64_t waited, uint64_t worked)
{
    uint64_t ns = worked < waited ? worked : waited;

    if (ns > 0)
        sum_add(state, site, OVERLAP_ORDER, ns);
}
