/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/observer.h"

#include "replay/replay_state.h"

static bool is_seen(const struct replay_state *state,
                    const struct location *location)
{
    return state->observer.by != NULL &&
           location->call.begin <= state->observer.by->until;
}

void observer_begin(struct replay_state *state,
                    const struct location *location)
{
    if (is_seen(state, location))
        state->observer.open++;
}

void observer_pause(struct replay_state *state,
                    const struct location *location, uint64_t ns)
{
    struct detail_window_pause pause = { .from = location->about->begin,
                                         .to = location->call.begin,
                                         .ns = ns };

    if (pause.from < location->last_end)
        pause.from = location->last_end;
    if (location->about->thread == 0 && ns > 0 && pause.to > pause.from)
        state->observer.by->pause(state->observer.by->context,
                                  location->about->rank, &pause);
}

void observer_send(struct replay_state *state, const struct location *location)
{
    if (is_seen(state, location))
        state->observer.under_way++;
}

bool observer_is_over(const struct replay_state *state,
                      const struct location *location)
{
    return state->observer.by != NULL && state->observer.open == 0 &&
           state->observer.under_way == 0 && !location->in_call &&
           location->call.begin > state->observer.by->until;
}

static uint32_t thread_of(const struct message_side *side)
{
    return side->by == NULL ? 0 : side->by->about->thread;
}

static void see_message(struct replay_state *state,
                        const struct location *location,
                        const struct replay_op *op,
                        const struct message *message)
{
    struct detail_window_message seen = {
        .sent = message->send.at,
        .received = location->call.end,
        .from = message->send.rank,
        .from_thread = thread_of(&message->send),
        .to = location->about->rank,
        .to_thread = location->about->thread,
        .bytes = (uint64_t)op->coll << 32 | op->bytes
    };

    if (!message->send.here || seen.sent > state->observer.by->until)
        return;
    if (state->observer.under_way > 0)
        state->observer.under_way--;
    state->observer.by->message(state->observer.by->context, &seen);
}

static void see_collective(struct replay_state *state,
                           const struct arrival *arrival)
{
    state->observer.comm = arrival->of->comm;
    /* its lower half is which one it is there */
    state->observer.instance = (uint32_t)arrival->of->number + UINT64_C(1);
}

void observer_ops(struct replay_state *state, const struct location *location)
{
    if (state->observer.by == NULL)
        return;
    state->observer.instance = 0;
    for (uint32_t i = 0; i < location->call.op_count; i++) {
        const struct replay_op *op = &location->ops[i];
        const union held *held = &location->held[i];

        if ((op->kind == REPLAY_RECV || op->kind == REPLAY_RECV_DONE) &&
            held->message != NULL)
            see_message(state, location, op, held->message);
        else if ((op->kind == REPLAY_COLLECTIVE ||
                  op->kind == REPLAY_COLLECTIVE_DONE) &&
                 held->arrival != NULL)
            see_collective(state, held->arrival);
    }
}

void observer_end(struct replay_state *state, const struct location *location,
                  const struct wait *wait)
{
    struct detail_window_call seen = { .begin = location->call.begin,
                                       .end = location->call.end,
                                       .rank = location->about->rank,
                                       .thread = location->about->thread,
                                       .site = location->call.site,
                                       .waited = wait->ns,
                                       .kind = (uint32_t)wait->kind,
                                       .culprit = wait->rank,
                                       .comm = state->observer.comm,
                                       .instance = state->observer.instance };

    if (!is_seen(state, location))
        return;
    state->observer.open--;
    state->observer.by->call(state->observer.by->context, &seen);
}

void observer_late_wait(struct replay_state *state,
                        const struct arrival *arrival, const struct wait *wait)
{
    struct detail_window_call seen = { .begin = arrival->begin,
                                       .end = arrival->end,
                                       .rank = arrival->rank,
                                       .thread = arrival->here->about->thread,
                                       .site = arrival->site,
                                       .waited = wait->ns,
                                       .kind = (uint32_t)wait->kind,
                                       .culprit = wait->rank };

    if (state->observer.by != NULL && wait->ns > 0)
        state->observer.by->late_wait(state->observer.by->context, &seen);
}

enum status replay_observed(const struct replay_log *log,
                            const struct profile *profile,
                            const struct replay_observer *observer,
                            const struct progress *progress)
{
    struct replay_state state = { .log = log,
                                  .profile = profile,
                                  .observer.by = observer };
    enum status status = replay_state_run(&state, progress);

    replay_state_clear(&state);
    return status;
}
