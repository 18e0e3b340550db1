/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wait_times.c - ends a call: computes its wait, by the definitions of
 * Scalasca 2 (the descriptions of its patterns, "Performance properties").
 *
 * E, L are start and end of the call.  A call that completes several
 * operations is charged once, with its longest late sender, else its longest
 * wait in a collective, else its longest late receiver or late progress (not in
 * Scalasca), else its longest wait in one-sided synchronisation.
 */
#include <string.h>

#include "model/call.h"
#include "replay/matching/epochs.h"
#include "replay/matching/locks.h"
#include "replay/matching/orders.h"
#include "replay/observer.h"
#include "replay/overlap.h"
#include "replay/polls.h"
#include "replay/returns.h"
#include "replay/scenarios/scenario_clocks.h"
#include "replay/transfers.h"

struct ending {
    struct replay_state *state;
    struct location *location;
    bool tests;
    struct wait sender, members, receiver, remote; /* the longest of each */
    struct wait progress;
    const struct scenario_times *progressed; /* times of that */
    uint64_t ideal;
};

static uint64_t wait_all(const struct wait *wait)
{
    return wait->ns + wait->held + wait->between;
}

static void keep_longest(struct wait *wait, const struct wait *found)
{
    if (found->ns > wait->ns)
        *wait = *found;
}

/* Without its length. */
static struct wait wait_for(const struct message_side *side,
                            enum wait_kind kind, uint32_t comm)
{
    return (struct wait){ .kind = kind,
                          .comm = comm,
                          .rank = side->rank,
                          .site = side->site,
                          .since = side->at,
                          .did = side->did,
                          .mark = side->mark };
}

/* min(E(send), L) - E */
static void look_at_receive(struct ending *ending, struct message *message,
                            uint32_t comm)
{
    const struct replay_call *call = &ending->location->call;
    const struct message_side *send = &message->send;
    struct wait wait = wait_for(send, WAIT_LATE_SENDER, comm);

    if (!send->here)
        return;
    if (send->ideal > ending->ideal)
        ending->ideal = send->ideal;
    scenario_need(ending->state, send->times, false);
    if (send->at > call->end) {
        replay_state_violation(ending->state, send->at - call->end);
        return;
    }
    if (ending->tests || send->at <= call->begin)
        return;
    wait.ns = send->at - call->begin;
    keep_longest(&ending->sender, &wait);
}

/* Which message it found is deduced: one sent later is another one. */
static void look_at_probe(struct ending *ending, struct message *message,
                          uint32_t comm)
{
    if (message->send.here && message->send.at <= ending->location->call.end)
        look_at_receive(ending, message, comm);
}

/* In a loop: also if it began in an earlier call, or between two. */
static void look_at_poll(struct ending *ending)
{
    const struct polls *polls = &ending->location->polls;
    const struct message_side *send = &polls->message->send;

    look_at_probe(ending, polls->message, polls->comm);
    if (ending->sender.ns == 0)
        ending->sender = wait_for(send, WAIT_LATE_SENDER, polls->comm);
    ending->sender.held = polls->ns;
    ending->sender.between = polls->between;
}

/* E(next call of the receiver) - E, if it was outside MPI, and the send's call ended
 * soon after it came back: the rest is not longer than the wait. */
static void look_at_progress(struct ending *ending, struct message *message,
                             uint32_t comm)
{
    const struct replay_call *call = &ending->location->call;
    const struct message_side *served = &message->served;
    struct wait wait = wait_for(served, WAIT_LATE_PROGRESS, comm);

    if (!served->here || ending->tests || served->at <= call->begin ||
        served->at >= call->end)
        return;
    wait.ns = served->at - call->begin;
    if (call->end - served->at > wait.ns || wait.ns <= ending->progress.ns)
        return;
    ending->progress = wait;
    ending->progressed = served->times;
}

/* E(receive) - E, if it began before the send's call ended */
static void look_at_send(struct ending *ending, struct message *message,
                         uint32_t comm)
{
    const struct replay_call *call = &ending->location->call;
    const struct message_side *receive = &message->receive;
    struct wait wait = wait_for(receive, WAIT_LATE_RECEIVER, comm);

    if (!receive->here)
        return;
    if (message->synchronous && receive->ideal > ending->ideal)
        ending->ideal = receive->ideal;
    if (message->synchronous)
        scenario_need(ending->state, receive->times, false);
    if (ending->tests || receive->at <= call->begin ||
        receive->at >= call->end)
        return;
    scenario_need(ending->state, receive->times, true);
    wait.ns = receive->at - call->begin;
    keep_longest(&ending->receiver, &wait);
}

/* ---- collectives ---- */

static enum wait_kind kind_of(const struct collective *one)
{
    static const enum wait_kind kinds[] = {
        [COLLECTIVE_ALL] = WAIT_NXN,
        [COLLECTIVE_ONE_TO_ALL] = WAIT_LATE_BROADCAST,
        [COLLECTIVE_ALL_TO_ONE] = WAIT_EARLY_REDUCE,
        [COLLECTIVE_PREFIX] = WAIT_EARLY_SCAN,
        [COLLECTIVE_SOME] = WAIT_LATE_SENDER
    };

    switch (one->coll) {
    case CALL_COLL_BARRIER: return WAIT_BARRIER;
    case REPLAY_COLL_CREATE: return WAIT_CREATE;
    case REPLAY_COLL_FREE: return WAIT_FREE;
    case REPLAY_COLL_FENCE: return WAIT_FENCE;
    case REPLAY_COLL_IO:
    case REPLAY_COLL_IO_ORDERED: return WAIT_IO;
    default: return kinds[one->form];
    }
}

static void add_row(struct replay_state *state, uint32_t rank, uint32_t site,
                    const struct wait *wait)
{
    uint32_t comm = wait->comm < state->log->comm_count
                        ? state->log->comms[wait->comm].id
                        : 0;
    uint32_t row[4] = { wait->kind, rank, site, comm };

    if (wait->ns > 0 && !sums_add(&state->rows, row, wait->ns))
        replay_state_no_memory(state);
}

/* The part of all such waits that is somebody's. */
static void wait_charge(struct replay_state *state, uint32_t rank,
                        uint32_t site, const struct wait *wait)
{
    uint32_t cause[4] = { wait->kind, site, wait->rank, wait->site };
    uint32_t pair[4] = { rank, wait->rank, site, 0 };
    bool of_two = wait_kind_is_of_two(wait->kind);

    /* The time between the calls of a loop is a part of its wait. */
    struct sum of_pair = { .ns = wait->ns,
                           .count = wait_kind_is_in_mpi(wait->kind),
                           .most = wait->ns };

    if (wait->ns == 0 || replay_state_only_looks(state))
        return;
    memcpy(of_pair.key, pair, sizeof(pair));
    add_row(state, rank, site, wait);
    if (!sums_add(&state->causes, cause, wait->ns) ||
        (of_two && !sums_join(&state->pairs, &of_pair)))
        replay_state_no_memory(state);
}

void replay_state_charge(struct replay_state *state, uint32_t rank,
                         uint32_t site, uint64_t begin,
                         const struct wait *wait)
{
    struct wait part = *wait;

    part.ns = replay_state_inside(state, begin, begin + wait->ns);
    wait_charge(state, rank, site, &part);
}

/* min(begin of the last that is needed, end) - begin, of that call */
static struct wait wait_for_members(const struct arrival *arrival,
                                    uint64_t begin, uint64_t end)
{
    const struct arrival *needed = collective_needed(arrival);
    struct wait wait = { .kind = kind_of(arrival->of),
                         .comm = arrival->of->comm };
    uint64_t until;

    if (needed == NULL || needed == arrival || !arrival->of->like ||
        needed->begin <= begin || collective_did_without(arrival, end))
        return wait;
    until = needed->begin < end ? needed->begin : end;
    wait.ns = until - begin;
    wait.rank = needed->rank;
    wait.site = needed->site;
    wait.since = needed->begin;
    wait.did = needed->did;
    wait.mark = needed->begin <= end ? needed->mark : NULL;
    return wait;
}

/* X - max(min X, min(latest B, X)), where all wait for all */
static void charge_completion(struct replay_state *state,
                              const struct arrival *arrival)
{
    const struct collective *one = arrival->of;
    const struct arrival *latest = collective_needed(arrival);
    struct wait wait = { .comm = one->comm };
    uint64_t since = one->first_received;

    if (one->form != COLLECTIVE_ALL || !one->all_blocking ||
        !collective_complete(one) || latest == NULL || !one->like ||
        one->coll >= REPLAY_COLL_CREATE)
        return;
    if (latest->begin > since)
        since = latest->begin < arrival->end ? latest->begin : arrival->end;
    if (arrival->end <= since)
        return;
    wait.kind =
        one->coll == CALL_COLL_BARRIER ? WAIT_BARRIER_END : WAIT_NXN_END;
    wait.ns = replay_state_inside(state, since, arrival->end);
    add_row(state, arrival->rank, arrival->site, &wait);
}

/* Waited: until the last needed member has begun; the rest is transfer. */
static void split_call(struct replay_state *state,
                       const struct arrival *arrival, uint64_t waited)
{
    uint32_t comm = state->log->comms[arrival->of->comm].id;
    uint64_t begin = arrival->begin;
    struct sum whole = { .key = { arrival->site, comm, 0, 0 },
                         .ns = replay_state_inside(state, begin, arrival->end),
                         .count = replay_state_counts(state, begin) };
    struct sum part = { .key = { arrival->site, comm, 1, 0 },
                        .ns =
                            replay_state_inside(state, begin, begin + waited),
                        .count = whole.count };

    if (whole.count == 0 && whole.ns == 0)
        return;
    whole.most = whole.ns;
    part.most = part.ns;
    if (!sums_join(&state->splits, &whole) ||
        !sums_join(&state->splits, &part))
        replay_state_no_memory(state);
}

static void look_at_arrival(struct ending *ending, struct arrival *arrival)
{
    const struct replay_call *call = &ending->location->call;
    struct wait wait = wait_for_members(arrival, call->begin, call->end);
    uint64_t ideal = collective_ideal(arrival);

    if (!collective_did_without(arrival, call->end)) {
        if (ideal > ending->ideal)
            ending->ideal = ideal;
        scenario_need(ending->state, collective_times(arrival), false);
    }
    if (!ending->tests)
        keep_longest(&ending->members, &wait);
    if (!arrival->blocking || replay_state_only_looks(ending->state))
        return;
    split_call(ending->state, arrival, wait.ns);
    charge_completion(ending->state, arrival);
}

/* The waiting rank, and the start of the wait. */
static void note_longest(struct replay_state *state,
                         const struct location *location, uint64_t begin,
                         uint32_t site, const struct wait *wait)
{
    uint64_t ns = wait_all(wait);
    struct long_wait found = { .kind = (uint32_t)wait->kind,
                               .rank = location->about->rank,
                               .site = site,
                               .culprit = wait->rank,
                               .culprit_site = wait->site,
                               .begin = wait->held > 0 ? location->polls.begin
                                                       : begin,
                               .ns = ns,
                               .since = wait->since };

    if (ns > 0 && location->about->thread == 0)
        top_waits_add(&state->longest, &found);
}

static void charge_late(struct replay_state *state,
                        const struct arrival *arrival)
{
    struct wait wait = wait_for_members(arrival, arrival->begin, arrival->end);
    uint64_t *all = &state->activities[2 * arrival->site + 1];

    if (arrival->here->about->thread == 0)
        *all -= wait.ns < *all ? wait.ns : *all;
    replay_state_charge(state, arrival->rank, arrival->site, arrival->begin,
                        &wait);
    note_longest(state, arrival->here, arrival->begin, arrival->site, &wait);
    observer_late_wait(state, arrival, &wait);
    split_call(state, arrival, wait.ns);
}

/* A rank that needs only the other of two groups may have been charged
 * already. */
void replay_state_charge_owed(struct replay_state *state,
                              const struct arrival *arrival)
{
    if (arrival->owed)
        charge_late(state, arrival);
    charge_completion(state, arrival);
}

/* ---- one-sided ---- */

static void look_at_epoch(struct ending *ending, const struct replay_op *op,
                          const union held *held)
{
    struct wait wait = epochs_wait(ending->state, ending->location, op,
                                   held->message, &ending->ideal);

    if (!ending->tests)
        keep_longest(&ending->remote, &wait);
}

static void look_at_lock(struct ending *ending, const struct replay_op *op,
                         const union held *held)
{
    struct wait wait = locks_wait(ending->state, ending->location, op,
                                  held->lock, &ending->ideal);

    keep_longest(&ending->remote, &wait);
}

static void look_at_remote_op(struct ending *ending,
                              const struct replay_op *op,
                              const union held *held)
{
    switch (op->kind) {
    case REPLAY_START:
    case REPLAY_COMPLETE:
    case REPLAY_EXPOSED:
        if (held->message != NULL)
            look_at_epoch(ending, op, held);
        break;
    case REPLAY_ACCESS:
        if (held->message != NULL)
            look_at_epoch(ending, op, held);
        else
            look_at_lock(ending, op, held);
        break;
    case REPLAY_LOCK:
    case REPLAY_UNLOCK: look_at_lock(ending, op, held); break;
    default: break;
    }
}

/* ---- the call ---- */

static void look_at_op(struct ending *ending, const struct replay_op *op,
                       const union held *held)
{
    switch (op->kind) {
    case REPLAY_SEND:
    case REPLAY_SEND_DONE:
        if (held->message != NULL) {
            look_at_send(ending, held->message, op->comm);
            look_at_progress(ending, held->message, op->comm);
        }
        break;
    case REPLAY_RECV:
    case REPLAY_RECV_DONE:
        if (held->message != NULL)
            look_at_receive(ending, held->message, op->comm);
        break;
    case REPLAY_PROBE:
        if (held->message != NULL)
            look_at_probe(ending, held->message, op->comm);
        break;
    case REPLAY_COLLECTIVE:
    case REPLAY_COLLECTIVE_DONE:
        if (held->arrival != NULL && collective_satisfied(held->arrival))
            look_at_arrival(ending, held->arrival);
        break;
    default: look_at_remote_op(ending, op, held);
    }
}

/* Its messages have been received when it is asked whether others, sent
 * earlier, are still to be. */
static void refine_late_sender(struct ending *ending)
{
    const struct replay_state *state = ending->state;
    struct wait *wait = &ending->sender;
    const struct message *first =
        messages_coming(&state->messages, ending->location->about->rank);

    if (wait_all(wait) == 0 || first == NULL || first->send.at >= wait->since)
        return;
    wait->kind =
        first->send.rank == wait->rank ? WAIT_WRONG_ORDER : WAIT_WRONG_SOURCE;
}

static void end_receive(struct replay_state *state, struct location *location,
                        struct message *message)
{
    message->received = location->call.end;
    orders_receive(state, location, message);
    messages_end_receive(&state->messages, message);
}

static void end_arrival(struct replay_state *state, struct arrival *arrival)
{
    if (!replay_state_only_looks(state))
        overlap_note_fence(state, arrival);
    arrival->owed = arrival->blocking && !collective_satisfied(arrival);
    arrival->early = arrival->blocking && !collective_complete(arrival->of);
    collectives_end(&state->collectives, arrival);
}

/* Receives are ended first, all else when its call is charged: until then the
 * marks that these need are held. */
static bool op_receives(const struct replay_op *op)
{
    return op->kind == REPLAY_RECV || op->kind == REPLAY_RECV_DONE;
}

static void end_op(struct replay_state *state, struct location *location,
                   const struct replay_op *op, union held held)
{
    switch (op->kind) {
    case REPLAY_RECV:
    case REPLAY_RECV_DONE: end_receive(state, location, held.message); break;
    case REPLAY_SEND:
    case REPLAY_SEND_DONE:
        messages_end_send(&state->messages, held.message);
        break;
    case REPLAY_PROBE: held.message->receive.waits = NULL; break;
    case REPLAY_COLLECTIVE:
    case REPLAY_COLLECTIVE_DONE: end_arrival(state, held.arrival); break;
    case REPLAY_START:
    case REPLAY_ACCESS:
    case REPLAY_COMPLETE:
    case REPLAY_EXPOSED:
        epochs_end_op(state, location, op, held.message);
        break;
    case REPLAY_UNLOCK: locks_end(state, location, held.lock); break;
    default: break;
    }
}

static void end_ops(struct replay_state *state, struct location *location,
                    bool those_that_receive)
{
    for (uint32_t i = 0; i < location->call.op_count; i++) {
        const struct replay_op *op = &location->ops[i];

        if (location->held[i].message != NULL &&
            op_receives(op) == those_that_receive)
            end_op(state, location, op, location->held[i]);
    }
}

/* A rank that ends a collective in which all need all was present with all
 * others. */
static void note_sync_points(struct replay_state *state,
                             const struct location *location)
{
    for (uint32_t i = 0; i < location->call.op_count; i++) {
        const struct arrival *arrival = location->held[i].arrival;

        if (location->ops[i].kind == REPLAY_COLLECTIVE && arrival != NULL &&
            arrival->of->form == COLLECTIVE_ALL &&
            collective_satisfied(arrival) &&
            !collective_left_early(arrival->of))
            delays_meet(&state->delays, arrival->rank, arrival->of->comm,
                        arrival->of->number);
    }
}

static bool is_of_all(enum wait_kind kind)
{
    switch (kind) {
    case WAIT_BARRIER:
    case WAIT_NXN:
    case WAIT_CREATE:
    case WAIT_FREE:
    case WAIT_FENCE: return true;
    default: return false;
    }
}

/* Threads other than the first take no part in delays. */
static void note_delays(struct replay_state *state,
                        const struct location *location,
                        const struct wait *wait, uint64_t own)
{
    uint32_t rank = location->about->rank;
    struct delays_culprit culprit = { wait->rank, wait->did,
                                      !is_of_all(wait->kind) };

    if (location->about->thread != 0)
        return;
    if (wait_all(wait) > 0)
        delays_wait(&state->delays, rank, wait_all(wait), &culprit);
    note_sync_points(state, location);
    delays_work(&state->delays, rank, 2 * location->call.site + 1, own);
}

/* For a loop, between the send and the call that finds it. */
static uint64_t rest_of(const struct location *location,
                        const struct wait *wait)
{
    return wait->held > 0 && wait->since < location->call.begin
               ? location->call.begin - wait->since
               : 0;
}

/* Its own work, on its own way or on the way of the rank that it waited
 * for. */
static void go_on(struct replay_state *state, struct location *location,
                  const struct wait *wait)
{
    const struct replay_call *call = &location->call;
    uint64_t own = call->end - call->begin - wait->ns;
    uint64_t key = path_key(location->about->rank, call->site, true);

    if (location->about->thread == 0)
        state->activities[2 * call->site + 1] += own;
    note_delays(state, location, wait, own);
    if (wait_all(wait) > 0 && wait->mark != NULL) {
        path_jump(&location->path, wait->mark);
        own += rest_of(location, wait);
    } else {
        own = call->end - call->begin + wait->between;
    }
    path_go(&state->paths, &location->path, key, own);
}

static void charge_parts(struct replay_state *state,
                         const struct location *location, struct wait wait)
{
    const struct replay_call *call = &location->call;
    uint32_t rank = location->about->rank;
    uint64_t first = wait.ns - wait.avoidable;

    wait.ns = first;
    replay_state_charge(state, rank, call->site, call->begin, &wait);
    wait.kind = WAIT_LATE_COMPLETE;
    wait.ns = wait.avoidable;
    replay_state_charge(state, rank, call->site, call->begin + first, &wait);
}

static void charge_loop(struct replay_state *state, struct location *location,
                        struct wait wait)
{
    const struct polls *polls = &location->polls;

    polls_add(state, location, wait.ns);
    for (size_t i = 0; i < polls->part_count; i++) {
        wait.ns = polls->parts[i].counted;
        wait_charge(state, location->about->rank, polls->parts[i].site, &wait);
    }
    if (location->about->thread != 0)
        return;
    wait.kind = WAIT_POLLING;
    for (size_t i = 0; i < polls->part_count; i++) {
        wait.ns = polls->parts[i].between_counted;
        if (wait.ns > 0)
            wait_charge(state, location->about->rank, polls->parts[i].site,
                        &wait);
    }
}

void replay_state_charge_call(struct replay_state *state,
                              const struct location *location, uint64_t begin,
                              uint32_t site, const struct wait *wait)
{
    replay_state_charge(state, location->about->rank, site, begin, wait);
    note_longest(state, location, begin, site, wait);
}

static void charge_now(struct replay_state *state, struct location *location,
                       const struct wait *wait)
{
    if (wait->held > 0)
        charge_loop(state, location, *wait);
    else
        charge_parts(state, location, *wait);
    note_longest(state, location, location->call.begin, location->call.site,
                 wait);
}

static bool is_in_wrong_order(const struct wait *wait)
{
    return wait->kind == WAIT_WRONG_ORDER || wait->kind == WAIT_WRONG_SOURCE;
}

/* An observer sums up nothing. */
static void charge_call(struct replay_state *state, struct location *location,
                        const struct wait *wait)
{
    observer_end(state, location, wait);
    if (replay_state_only_looks(state))
        return;
    if (is_in_wrong_order(wait) && wait->held == 0)
        orders_hold(state, location, wait);
    else
        charge_now(state, location, wait);
    go_on(state, location, wait);
}

/* Tests wait only in a loop. */
static void look_at_ops(struct ending *ending)
{
    const struct location *location = ending->location;
    bool finds = polls_find(ending->state, location);

    ending->tests = !finds && (ending->state->sites[location->call.site] &
                               SITE_TESTS) != 0;
    for (uint32_t i = 0; i < location->call.op_count; i++)
        look_at_op(ending, &location->ops[i], &location->held[i]);
    if (finds)
        look_at_poll(ending);
}

/* In a collective of the call, or a flush, if nothing else explains most of that wait. */
static void look_at_return(struct ending *ending)
{
    const struct message_side *side =
        returns_end(ending->state, ending->location);
    struct wait wait;

    if (side == NULL)
        return;
    wait = wait_for(side,
                    ending->location->returns.some ? WAIT_LATE_SENDER
                                                   : WAIT_LATE_PROGRESS,
                    ending->location->returns.comm);
    wait.ns = side->at - ending->location->call.begin;
    if (wait.ns < 2 * ending->members.ns || wait.ns < 2 * ending->remote.ns)
        return;
    ending->members = wait;
    scenario_need(ending->state, side->times, true);
}

/* Whether nothing else came later. */
static bool is_last(const struct ending *ending, const struct wait *wait)
{
    return wait->since >= ending->sender.since &&
           wait->since >= ending->members.since &&
           wait->since >= ending->receiver.since;
}

static void end_call(struct replay_state *state, struct location *location)
{
    struct ending ending = { .state = state,
                             .location = location,
                             .ideal = location->ideal };
    const struct wait *wait;
    struct path_node *mark;

    look_at_ops(&ending);
    look_at_return(&ending);
    if (ending.progress.ns > 0 && is_last(&ending, &ending.progress))
        scenario_need(state, ending.progressed, true);
    keep_longest(&ending.receiver, &ending.progress);
    wait = wait_all(&ending.sender) > 0 ? &ending.sender
           : ending.members.ns > 0      ? &ending.members
           : ending.receiver.ns > 0     ? &ending.receiver
                                        : &ending.remote;
    mark = wait->mark;
    if (mark != NULL)
        mark->holders++;
    observer_ops(state, location);
    if (!replay_state_only_looks(state)) {
        overlap_note(state, location);
        transfers_note(state, location, wait);
    }
    end_ops(state, location, true);
    refine_late_sender(&ending);
    charge_call(state, location, wait);
    scenario_end_call(state, location, rest_of(location, wait));
    path_drop(mark);
    returns_clear(&location->returns);
    location->ideal = ending.ideal;
    end_ops(state, location, false);
}

void replay_state_end_call(struct replay_state *state,
                           struct location *location)
{
    bool finds = polls_find(state, location);
    bool closes = location->polls.closes;

    if (polls_look(state, location) && !finds && !closes)
        polls_hold(state, location);
    else
        end_call(state, location);
    if (finds)
        polls_end(&location->polls);
    else if (closes)
        polls_drop(state, location);
    location->in_call = false;
}
