/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * start_ops.c - starts a call: its messages and collectives have arrived.
 */
#include <stdlib.h>

#include "replay/matching/epochs.h"
#include "replay/matching/locks.h"
#include "replay/observer.h"
#include "replay/polls.h"
#include "replay/replay_state.h"
#include "replay/returns.h"
#include "replay/scenarios/scenario_clocks.h"

struct message_side replay_state_side(const struct replay_state *state,
                                      const struct location *location)
{
    return (struct message_side){ .rank = location->about->rank,
                                  .site = location->call.site,
                                  .at = location->call.begin,
                                  .ideal = location->ideal,
                                  .did = delays_now(&state->delays,
                                                    location->about->rank),
                                  .by = location,
                                  .worked = location->worked,
                                  .times = location->clocks.times };
}

struct path_node *replay_state_mark(struct replay_state *state,
                                    struct location *location)
{
    return state->clocks != NULL ? NULL
                                 : path_mark(&state->paths, &location->path);
}

static bool knows_peer(const struct replay_state *state,
                       const struct replay_op *op)
{
    return op->peer < state->profile->rank_count;
}

/* ---- progress ---- */

static bool is_inside(const struct location *location, uint64_t at)
{
    return location->in_call || location->last_end >= at;
}

/* Whether the receiver goes on with the message in its next call, received there or
 * not: most libraries transfer a message of some size only while its receiver is in
 * MPI. */
static void note_unserved(struct replay_state *state, struct message *message,
                          uint32_t to)
{
    struct location *receiver = state->masters[to];

    if (message->receive.done || receiver == NULL || receiver->has_others ||
        !receiver->awake || receiver->over ||
        is_inside(receiver, message->send.at))
        return;
    message->is_unserved = true;
    message->unserved = receiver->unserved;
    receiver->unserved = message;
}

static void serve_requests(struct replay_state *state,
                           struct location *location)
{
    while (location->unserved != NULL) {
        struct message *message = location->unserved;
        struct location *waits = message->send.waits;
        struct message_side side;

        location->unserved = message->unserved;
        message->is_unserved = false;
        if (waits == NULL)
            continue;
        side = replay_state_side(state, location);
        message_side_take(&message->served, &side);
        message->served.mark = replay_state_mark(state, location);
        if (!message->receive.here) /* it may come while the sender waits */
            continue;
        message->send.waits = NULL;
        waits->expected--;
        replay_state_release(state, waits);
    }
}

/* Until the receiver's next call, if that begins before the sender's ends. */
static void expect_progress(const struct replay_state *state,
                            struct location *location, struct message *message,
                            uint32_t to)
{
    if (!message->is_unserved ||
        state->masters[to]->call.begin >= location->call.end ||
        (state->sites[location->call.site] & SITE_TESTS) != 0)
        return;
    message->send.waits = location;
    location->expected++;
}

/* ---- blocking ---- */

static struct message *begin_send(struct replay_state *state,
                                  struct location *location,
                                  const struct replay_op *op)
{
    struct message_key key = { op->comm, location->about->rank, op->peer,
                               op->tag, op->bytes };
    struct message_side side = replay_state_side(state, location);
    struct message *message;
    struct location *waits;

    if (!knows_peer(state, op))
        return NULL;
    message = messages_send(&state->messages, &key, &side);
    if (message == NULL) {
        replay_state_no_memory(state);
        return NULL;
    }
    observer_send(state, location);
    message->synchronous =
        (state->sites[location->call.site] & SITE_SYNCHRONOUS) != 0;
    note_unserved(state, message, op->peer);
    if (message->receive.done)
        replay_state_violation(state, message->send.at - message->received);
    waits = message->receive.waits;
    message->receive.waits = NULL;
    if (message->looked_for ||
        (waits != NULL && message->send.at > waits->call.begin))
        message->send.mark = replay_state_mark(state, location);
    if (waits == NULL)
        return message;
    waits->needs--;
    replay_state_release(state, waits);
    return message;
}

static uint64_t request_key(const struct location *location,
                            const struct replay_op *op)
{
    return lookup_pair(location->about->rank, op->request);
}

static void keep_request(struct replay_state *state,
                         const struct location *location,
                         const struct replay_op *op, void *what)
{
    if (what != NULL &&
        !lookup_put(&state->requests, request_key(location, op), what))
        replay_state_no_memory(state);
}

static struct message_key receive_key(const struct location *location,
                                      const struct replay_op *op)
{
    return (struct message_key){ op->comm, op->peer, location->about->rank,
                                 op->tag, op->bytes };
}

/* A probe's result is its message, if the replay has seen the probe. */
static struct message *receive_of(struct replay_state *state,
                                  struct location *location,
                                  const struct replay_op *op)
{
    struct message_side side = replay_state_side(state, location);
    struct message_key key = receive_key(location, op);
    struct message *found = NULL;

    if (op->flags & REPLAY_PROBED)
        found = lookup_take(&state->requests, request_key(location, op));
    if (found == NULL)
        return messages_receive(&state->messages, &key, &side);
    messages_receive_expected(&state->messages, found, &side);
    location->polls.closes = found == location->polls.message;
    return found;
}

static struct message *begin_receive(struct replay_state *state,
                                     struct location *location,
                                     const struct replay_op *op)
{
    struct message *message;
    struct location *waits;

    if (!knows_peer(state, op))
        return NULL;
    message = receive_of(state, location, op);
    if (message == NULL) {
        replay_state_no_memory(state);
        return NULL;
    }
    waits = message->send.waits;
    message->send.waits = NULL;
    if (waits == NULL)
        return message;
    if (message->receive.at > waits->call.begin)
        message->receive.mark = replay_state_mark(state, location);
    waits->expected--;
    replay_state_release(state, waits);
    return message;
}

/* ---- nonblocking ---- */

/* Sends that nobody saw complete are done with when they begin. */
static void begin_nonblocking_send(struct replay_state *state,
                                   struct location *location,
                                   const struct replay_op *op)
{
    struct message *message;

    if (op->flags & REPLAY_CANCELLED)
        return;
    message = begin_send(state, location, op);
    if (message == NULL)
        return;
    if (op->flags & REPLAY_SETTLED)
        keep_request(state, location, op, message);
    else
        messages_end_send(&state->messages, message);
}

static void need_send(struct location *location, struct message *message)
{
    if (message == NULL || message->send.here)
        return;
    message->receive.waits = location;
    location->needs++;
}

static void expect_receive(const struct replay_state *state,
                           struct location *location, struct message *message)
{
    if (message == NULL)
        return;
    if (message->receive.here) {
        expect_progress(state, location, message, message->receive.rank);
        return;
    }
    message->send.waits = location;
    location->expected++;
}

/* ---- probes and tests ---- */

static void begin_probe(struct replay_state *state, struct location *location,
                        const struct replay_op *op, union held *held)
{
    struct message_key key = receive_key(location, op);
    struct message *message;

    if (!(op->flags & REPLAY_SETTLED) || !knows_peer(state, op))
        return;
    message = messages_expect(&state->messages, &key);
    if (message == NULL) {
        replay_state_no_memory(state);
        return;
    }
    keep_request(state, location, op, message);
    if (state->sites[location->call.site] & SITE_PROBES) {
        polls_start(location, op, message, false);
        return;
    }
    held->message = message;
    need_send(location, message);
}

static void begin_test(struct replay_state *state, struct location *location,
                       const struct replay_op *op)
{
    if (op->flags & REPLAY_SETTLED)
        polls_start(location, op,
                    lookup_get(&state->requests, request_key(location, op)),
                    true);
}

static struct message *complete_receive(struct replay_state *state,
                                        struct location *location,
                                        const struct replay_op *op)
{
    struct message *message =
        lookup_take(&state->requests, request_key(location, op));

    if (message != NULL && message == location->polls.message)
        location->polls.closes = true;
    return message;
}

/* ---- collectives ---- */

/* Marks a location that is still in the call in which it arrived. */
static void mark_arrival(struct replay_state *state,
                         const struct arrival *const_)
{
    struct arrival *arrival = (struct arrival *)const_;

    if (arrival == NULL || arrival->mark != NULL || arrival->done ||
        !arrival->here->in_call || arrival->here->call.begin != arrival->begin)
        return;
    arrival->mark = replay_state_mark(state, arrival->here);
}

/* Where those who wait may go on from. */
static void mark_needed(struct replay_state *state, struct arrival *arrival)
{
    struct collective *one = arrival->of;

    if (one->form == COLLECTIVE_PREFIX ||
        (one->form == COLLECTIVE_ONE_TO_ALL && (arrival->flags & REPLAY_ROOT)))
        mark_arrival(state, arrival);
    if (one->form == COLLECTIVE_PREFIX || one->form == COLLECTIVE_ONE_TO_ALL ||
        !collective_complete(one))
        return;
    mark_arrival(state, one->latest);
    mark_arrival(state, one->latest_sender);
    mark_arrival(state, one->latest_of[0]);
    mark_arrival(state, one->latest_of[1]);
}

/* Whether somebody may have what it needs now. */
static bool may_release(const struct arrival *arrival)
{
    const struct collective *one = arrival->of;

    switch (one->form) {
    case COLLECTIVE_PREFIX: return true;
    case COLLECTIVE_ONE_TO_ALL: return (arrival->flags & REPLAY_ROOT) != 0;
    default: return collective_complete(one) || collective_group_complete(one);
    }
}

static void release_members(struct replay_state *state, struct collective *one)
{
    bool prefix = one->form == COLLECTIVE_PREFIX;
    uint32_t end = prefix ? one->reach : one->members;

    for (uint32_t i = prefix ? one->reach_before : 0; i < end; i++) {
        struct arrival *other = one->arrivals[i];
        struct location *waits;

        if (other == NULL || other->waits == NULL ||
            !collective_satisfied(other))
            continue;
        waits = other->waits;
        other->waits = NULL;
        waits->needs--;
        replay_state_release(state, waits);
    }
}

/* Those who were done before all had come are charged now. */
static void settle_owed(struct replay_state *state, struct collective *one)
{
    for (uint32_t i = 0; i < one->members; i++)
        if (one->arrivals[i] != NULL && one->arrivals[i]->early)
            replay_state_charge_owed(state, one->arrivals[i]);
}

static struct arrival *arrive_at_collective(struct replay_state *state,
                                            struct location *location,
                                            const struct replay_op *op,
                                            bool blocking)
{
    struct arrival facts = { .rank = location->about->rank,
                             .site = location->call.site,
                             .place = op->peer,
                             .flags = op->flags,
                             .blocking = blocking,
                             .begin = location->call.begin,
                             .end = blocking ? location->call.end : 0,
                             .ideal = location->ideal,
                             .here = location,
                             .worked = location->worked,
                             .did = delays_now(&state->delays,
                                               location->about->rank),
                             .times = location->clocks.times };
    struct arrival *arrival;
    bool skip;

    arrival = collectives_arrive(&state->collectives, op, &facts, &skip);
    if (state->collectives.failed || (arrival == NULL && !skip))
        replay_state_no_memory(state);
    if (arrival == NULL)
        return NULL;
    mark_needed(state, arrival);
    if (may_release(arrival))
        release_members(state, arrival->of);
    if (collective_complete(arrival->of))
        settle_owed(state, arrival->of);
    return arrival;
}

static void need_members(struct location *location, struct arrival *arrival)
{
    if (arrival == NULL || collective_satisfied(arrival))
        return;
    arrival->waits = location;
    location->needs++;
}

/* ---- calls ---- */

/* One-sided. */
static void begin_remote_op(struct replay_state *state,
                            struct location *location,
                            const struct replay_op *op, union held *held)
{
    switch (op->kind) {
    case REPLAY_COMPLETE:
        location->accesses = false;
        held->message = epochs_begin_op(state, location, op);
        break;
    case REPLAY_EXPOSE:
    case REPLAY_START:
    case REPLAY_EXPOSED:
        held->message = epochs_begin_op(state, location, op);
        break;
    case REPLAY_ACCESS:
        location->accessed =
            location->accesses && location->accessed != op->peer ? REPLAY_ALL
                                                                 : op->peer;
        location->accesses = true;
        held->message = epochs_begin_op(state, location, op);
        if (held->message == NULL)
            locks_begin_op(state, location, op);
        break;
    case REPLAY_UNLOCK:
        location->accesses = false;
        held->lock = locks_begin_op(state, location, op);
        break;
    case REPLAY_LOCK: held->lock = locks_begin_op(state, location, op); break;
    default: break;
    }
}

static void begin_op(struct replay_state *state, struct location *location,
                     const struct replay_op *op, union held *held)
{
    switch (op->kind) {
    case REPLAY_SEND:
        held->message = begin_send(state, location, op);
        expect_receive(state, location, held->message);
        break;
    case REPLAY_SEND_POST: begin_nonblocking_send(state, location, op); break;
    case REPLAY_SEND_DONE:
        held->message =
            lookup_take(&state->requests, request_key(location, op));
        expect_receive(state, location, held->message);
        break;
    case REPLAY_RECV:
        held->message = begin_receive(state, location, op);
        need_send(location, held->message);
        break;
    case REPLAY_RECV_POST:
        if (op->flags & REPLAY_SETTLED)
            keep_request(state, location, op,
                         begin_receive(state, location, op));
        break;
    case REPLAY_RECV_DONE:
        held->message = complete_receive(state, location, op);
        need_send(location, held->message);
        break;
    case REPLAY_PROBE: begin_probe(state, location, op, held); break;
    case REPLAY_TEST: begin_test(state, location, op); break;
    case REPLAY_COLLECTIVE:
        held->arrival = arrive_at_collective(state, location, op, true);
        need_members(location, held->arrival);
        break;
    case REPLAY_COLLECTIVE_POST:
        if (op->flags & REPLAY_SETTLED)
            keep_request(state, location, op,
                         arrive_at_collective(state, location, op, false));
        break;
    case REPLAY_COLLECTIVE_DONE:
        held->arrival =
            lookup_take(&state->requests, request_key(location, op));
        need_members(location, held->arrival);
        break;
    default: begin_remote_op(state, location, op, held);
    }
}

static bool make_room(struct location *location, uint32_t count)
{
    union held *held;

    if (location->held_room >= count)
        return true;
    held = realloc(location->held, count * sizeof(*held));
    if (held == NULL)
        return false;
    location->held = held;
    location->held_room = count;
    return true;
}

void replay_state_begin_call(struct replay_state *state,
                             struct location *location)
{
    uint32_t count = location->call.op_count;

    if (!make_room(location, count)) {
        replay_state_no_memory(state);
        return;
    }
    scenario_begin_call(state, location);
    location->needs = location->expected = 0;
    location->starting = location->in_call = true;
    observer_begin(state, location);
    if (count > 0)
        serve_requests(state, location);
    for (uint32_t i = 0; i < count; i++) {
        location->held[i] = (union held){ NULL };
        begin_op(state, location, &location->ops[i], &location->held[i]);
    }
    if (polls_look(state, location))
        location->expected++;
    if (returns_begin(state, location))
        location->expected++;
    location->starting = false;
    replay_state_release(state, location);
}
