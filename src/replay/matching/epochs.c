/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/matching/epochs.h"

#include <stdlib.h>

#include "base/array_room.h"
#include "replay/replay_state.h"
#include "replay/scenarios/scenario_clocks.h"

struct epoch_target {
    uint32_t rank;
    struct message *post;
};

/* From MPI_Win_start to MPI_Win_complete. */
struct epoch {
    struct epoch_target *targets;
    uint32_t count;
    uint32_t last;   /* that was looked for */
    uint64_t worked; /* end of the last access, or of MPI_Win_start */
};

bool epochs_init(struct epochs *epochs, uint32_t ranks)
{
    return messages_init(&epochs->posts, ranks) &&
           messages_init(&epochs->completes, ranks);
}

void epochs_clear(struct epochs *epochs)
{
    struct lookup_item *open = epochs->open.items;

    for (uint32_t i = 0; i < epochs->open.count; i++) {
        free(((struct epoch *)open[i].value)->targets);
        free(open[i].value);
    }
    map_clear(&epochs->open);
    messages_clear(&epochs->posts);
    messages_clear(&epochs->completes);
}

bool epochs_are_over(const struct epochs *epochs)
{
    const struct lookup_item *open = epochs->open.items;

    for (uint32_t i = 0; i < epochs->open.count; i++)
        if (((const struct epoch *)open[i].value)->count > 0)
            return false;
    return epochs->posts.queues.count == 0 &&
           epochs->completes.queues.count == 0;
}

/* ---- the epochs of a rank ---- */

static struct epoch *epoch_find(const struct replay_state *state,
                                const struct location *location, uint32_t comm)
{
    return lookup_get(&state->epochs.open,
                      lookup_pair(location->about->rank, comm));
}

static struct epoch *find_or_make(struct replay_state *state,
                                  const struct location *location,
                                  uint32_t comm)
{
    struct epoch *epoch = epoch_find(state, location, comm);

    if (epoch != NULL)
        return epoch;
    epoch = calloc(1, sizeof(*epoch));
    if (epoch != NULL &&
        lookup_put(&state->epochs.open,
                   lookup_pair(location->about->rank, comm), epoch))
        return epoch;
    free(epoch);
    return NULL;
}

static void close_epoch(struct replay_state *state, struct epoch *epoch)
{
    for (uint32_t i = 0; i < epoch->count; i++)
        messages_end_receive(&state->epochs.posts, epoch->targets[i].post);
    epoch->count = epoch->last = 0;
}

static bool add_target(struct epoch *epoch, uint32_t rank,
                       struct message *post)
{
    return ARRAY_ADD(epoch->targets, epoch->count,
                     (struct epoch_target){ rank, post });
}

/* NULL: not started for that target. */
static struct message *post_of(struct epoch *epoch, uint32_t rank)
{
    for (uint32_t i = 0; i < epoch->count; i++) {
        uint32_t at = (epoch->last + i) % epoch->count;

        if (epoch->targets[at].rank != rank)
            continue;
        epoch->last = at;
        return epoch->targets[at].post;
    }
    return NULL;
}

/* ---- operations begin ---- */

/* Sender and receiver; messages of one kind on one window have no tags. */
static struct message_key key_of(const struct replay_op *op, uint32_t from,
                                 uint32_t to)
{
    return (struct message_key){ .comm = op->comm, .from = from, .to = to };
}

/* The other side's location that waits for this one, now no more; or NULL. */
static struct location *take_waiting(struct message *message)
{
    struct location *waits = message->receive.waits;

    message->receive.waits = NULL;
    return waits;
}

static void tell_waiting(struct replay_state *state, struct location *location,
                         struct message *message, struct location *waits)
{
    if (message->send.at > waits->call.begin)
        message->send.mark = replay_state_mark(state, location);
    replay_state_release(state, waits);
}

static struct message *begin_expose(struct replay_state *state,
                                    struct location *location,
                                    const struct replay_op *op)
{
    struct message_key key = key_of(op, location->about->rank, op->peer);
    struct message_side side = replay_state_side(state, location);
    struct message *post = messages_send(&state->epochs.posts, &key, &side);
    struct location *waits;

    if (post == NULL) {
        replay_state_no_memory(state);
        return NULL;
    }
    waits = take_waiting(post);
    if (waits != NULL) {
        waits->expected--;
        tell_waiting(state, location, post, waits);
    }
    messages_end_send(&state->epochs.posts, post);
    return NULL;
}

/* The message may come before the call's end. */
static struct message *expect_message(struct location *location,
                                      struct message *post)
{
    if (post == NULL || post->send.here || post->receive.waits == location)
        return post;
    post->receive.waits = location;
    location->expected++;
    return post;
}

static bool is_first(const struct location *location,
                     const struct replay_op *op)
{
    return op == location->ops || op[-1].kind != op->kind ||
           op[-1].comm != op->comm;
}

static struct message *begin_start(struct replay_state *state,
                                   struct location *location,
                                   const struct replay_op *op)
{
    struct message_key key = key_of(op, op->peer, location->about->rank);
    struct message_side side = replay_state_side(state, location);
    struct epoch *epoch = find_or_make(state, location, op->comm);
    struct message *post = NULL;

    if (epoch != NULL && is_first(location, op))
        close_epoch(state, epoch);
    if (epoch != NULL)
        post = messages_receive(&state->epochs.posts, &key, &side);
    if (post == NULL || !add_target(epoch, op->peer, post)) {
        replay_state_no_memory(state);
        return NULL;
    }
    return expect_message(location, post);
}

static struct message *begin_access(struct replay_state *state,
                                    struct location *location,
                                    const struct replay_op *op)
{
    struct epoch *epoch = epoch_find(state, location, op->comm);

    return epoch == NULL ? NULL
                         : expect_message(location, post_of(epoch, op->peer));
}

static struct message *begin_complete(struct replay_state *state,
                                      struct location *location,
                                      const struct replay_op *op)
{
    struct message_key key = key_of(op, location->about->rank, op->peer);
    struct message_side side = replay_state_side(state, location);
    const struct epoch *epoch = epoch_find(state, location, op->comm);
    struct message *complete =
        messages_send(&state->epochs.completes, &key, &side);
    struct location *waits;

    if (complete == NULL) {
        replay_state_no_memory(state);
        return NULL;
    }
    complete->worked =
        epoch == NULL || epoch->count == 0 ? UINT64_MAX : epoch->worked;
    waits = take_waiting(complete);
    if (waits != NULL) {
        waits->needs--;
        tell_waiting(state, location, complete, waits);
    }
    messages_end_send(&state->epochs.completes, complete);
    return begin_access(state, location, op);
}

static struct message *begin_exposed(struct replay_state *state,
                                     struct location *location,
                                     const struct replay_op *op)
{
    struct message_key key = key_of(op, op->peer, location->about->rank);
    struct message_side side = replay_state_side(state, location);
    struct message *complete =
        messages_receive(&state->epochs.completes, &key, &side);

    if (complete == NULL) {
        replay_state_no_memory(state);
        return NULL;
    }
    if (!complete->send.here) {
        complete->receive.waits = location;
        location->needs++;
    }
    return complete;
}

struct message *epochs_begin_op(struct replay_state *state,
                                struct location *location,
                                const struct replay_op *op)
{
    if (op->peer >= state->profile->rank_count)
        return NULL;
    switch (op->kind) {
    case REPLAY_EXPOSE: return begin_expose(state, location, op);
    case REPLAY_START: return begin_start(state, location, op);
    case REPLAY_ACCESS: return begin_access(state, location, op);
    case REPLAY_COMPLETE: return begin_complete(state, location, op);
    default: return begin_exposed(state, location, op);
    }
}

/* ---- what they waited for ---- */

struct wait epochs_wait(struct replay_state *state,
                        const struct location *location,
                        const struct replay_op *op,
                        const struct message *message, uint64_t *ideal)
{
    const struct replay_call *call = &location->call;
    const struct message_side *send = &message->send;
    bool exposed = op->kind == REPLAY_EXPOSED;
    struct wait wait = { .kind = exposed ? WAIT_EARLY_WAIT : WAIT_LATE_POST,
                         .comm = op->comm,
                         .rank = send->rank,
                         .site = send->site,
                         .since = send->at,
                         .did = send->did,
                         .mark = send->mark };
    bool late = send->at > call->begin;

    if (!send->here || send->at > call->end)
        return (struct wait){ .ns = 0 };
    if (late || exposed || op->kind == REPLAY_COMPLETE) {
        if (send->ideal > *ideal)
            *ideal = send->ideal;
        scenario_need(state, send->times, false);
    }
    if (!late)
        return (struct wait){ .ns = 0 };
    wait.ns = send->at - call->begin;
    if (exposed && message->worked < send->at)
        wait.avoidable = message->worked > call->begin
                             ? send->at - message->worked
                             : wait.ns;
    return wait;
}

/* ---- operations end with their call ---- */

static void note_work(const struct replay_state *state,
                      const struct location *location, uint32_t comm)
{
    struct epoch *epoch = epoch_find(state, location, comm);

    if (epoch != NULL)
        epoch->worked = location->call.end;
}

static bool is_last(const struct location *location,
                    const struct replay_op *op)
{
    return op + 1 == location->ops + location->call.op_count ||
           op[1].kind != op->kind || op[1].comm != op->comm;
}

void epochs_end_op(struct replay_state *state, struct location *location,
                   const struct replay_op *op, struct message *message)
{
    struct epoch *epoch;

    if (op->kind == REPLAY_EXPOSED) {
        messages_end_receive(&state->epochs.completes, message);
        return;
    }
    if (message->receive.waits == location)
        message->receive.waits = NULL;
    if (op->kind != REPLAY_COMPLETE) {
        note_work(state, location, op->comm);
        return;
    }
    epoch = epoch_find(state, location, op->comm);
    if (epoch != NULL && is_last(location, op))
        close_epoch(state, epoch);
}
