/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * events_messages.c - messages and collectives inside the calls of a location.
 */
#include "archive/events/events_state.h"

#include <string.h>

#include "base/text/affix.h"

uint32_t events_world_rank(struct events *events, uint32_t comm, uint32_t rank)
{
    const struct names_group *group =
        names_peers(events->names, comm, events->rank);

    if (group == NULL)
        return UINT32_MAX;
    if (group->kind == NAMES_GROUP_SELF)
        return events->rank;
    return rank < group->size ? group->members[rank] : UINT32_MAX;
}

/* Records of MPI belong inside calls. */
static void see_record(struct events *events, uint64_t time)
{
    events_see(events, time);
    events->outside +=
        events->now.depth == 0 && events_is_inside(events, time);
}

static void use_comm(struct events *events, uint32_t id)
{
    const struct names_comm *comm = names_comm(events->names, id);

    if (events->now.depth > 0 && events->now.comm == 0 && comm != NULL)
        events->now.comm = comm->id;
}

static void note_peer(struct events *events, uint32_t peer)
{
    struct events_current *now = &events->now;

    if (now->peer_known || now->depth == 0)
        return;
    now->peer_known = true;
    now->peer = peer;
}

/* NULL: outside of the world, or the message of the window. */
static struct peer *peer_of(struct events *events, uint32_t rank)
{
    return events_counts(events) ? tally_peer(events->tally, PEER_P2P, rank)
                                 : NULL;
}

/* True: sent, false: received.  No call has what lies outside of calls. */
static void add_bytes(struct events *events, bool out, uint64_t bytes)
{
    struct events_current *now = &events->now;

    if (now->depth == 0)
        return;
    now->moved = true;
    if (out)
        now->out += bytes;
    else
        now->in += bytes;
    events_add_size(now, bytes);
}

static uint32_t message_out(struct events *events, uint64_t time,
                            const struct events_message *message)
{
    uint32_t rank = events_world_rank(events, message->comm, message->peer);
    struct peer *peer;

    see_record(events, time);
    peer = peer_of(events, rank);
    use_comm(events, message->comm);
    add_bytes(events, true, message->bytes);
    if (peer != NULL) {
        peer->out_messages++;
        peer->out_bytes += message->bytes;
    }
    return rank;
}

static uint32_t message_in(struct events *events, uint64_t time,
                           const struct events_message *message)
{
    uint32_t rank = events_world_rank(events, message->comm, message->peer);
    struct peer *peer;

    see_record(events, time);
    peer = peer_of(events, rank);
    add_bytes(events, false, message->bytes);
    if (peer != NULL) {
        peer->in_messages++;
        peer->in_bytes += message->bytes;
    }
    return rank;
}

static struct replay_op message_op(enum replay_op_kind kind, uint32_t rank,
                                   const struct events_message *message)
{
    return (struct replay_op){ .kind = (uint8_t)kind,
                               .comm = message->comm,
                               .peer = rank,
                               .tag = message->tag,
                               .bytes = (uint32_t)message->bytes,
                               .coll = (uint16_t)(message->bytes >> 32) };
}

void events_send(struct events *events, uint64_t time,
                 const struct events_message *message)
{
    uint32_t rank = message_out(events, time, message);
    struct replay_op op = message_op(REPLAY_SEND, rank, message);

    note_peer(events, rank);
    if (events->now.depth > 0)
        call_log_op(&events->log, &op);
}

void events_isend(struct events *events, uint64_t time,
                  const struct events_message *message, uint64_t request)
{
    uint32_t rank = message_out(events, time, message);
    struct replay_op op = message_op(REPLAY_SEND_POST, rank, message);

    if (events->now.depth > 0)
        call_log_post(&events->log, request, &op);
}

void events_recv(struct events *events, uint64_t time,
                 const struct events_message *message)
{
    uint32_t rank = message_in(events, time, message);
    struct replay_op op = message_op(REPLAY_RECV, rank, message);

    use_comm(events, message->comm);
    note_peer(events, rank);
    if (events->now.depth > 0)
        call_log_receive(&events->log, &op);
}

void events_irecv_done(struct events *events, uint64_t time,
                       const struct events_message *message, uint64_t request)
{
    uint32_t rank = message_in(events, time, message);
    struct replay_op op = message_op(REPLAY_RECV_POST, rank, message);

    if (events->now.depth > 0)
        call_log_done(&events->log, request, REPLAY_RECV_DONE, &op);
}

void events_isend_done(struct events *events, uint64_t time, uint64_t request)
{
    const struct replay_op op = { .kind = REPLAY_SEND_POST };

    see_record(events, time);
    if (events->now.depth > 0)
        call_log_done(&events->log, request, REPLAY_SEND_DONE, &op);
}

void events_irecv(struct events *events, uint64_t time, uint64_t request)
{
    const struct replay_op op = { .kind = REPLAY_RECV_POST };

    see_record(events, time);
    if (events->now.depth > 0)
        call_log_post(&events->log, request, &op);
}

void events_cancelled(struct events *events, uint64_t time, uint64_t request)
{
    see_record(events, time);
    call_log_done(&events->log, request, REPLAY_RECV_DONE, NULL);
}

static enum call_role role_of(const struct profile_call *call, uint16_t coll)
{
    if (call->coll != CALL_COLL_NONE)
        return call->role;
    return coll == CALL_COLL_BCAST || coll == CALL_COLL_SCATTER ||
                   coll == CALL_COLL_SCATTERV
               ? CALL_ROLE_ONE2ALL
               : CALL_ROLE_ALL2ALL;
}

static const struct profile_call *call_at(const struct events *events,
                                          uint32_t call)
{
    return &events->names->profile->calls[call];
}

static uint8_t collective_flags(struct events *events,
                                const struct names_comm *comm,
                                const struct events_collective *what)
{
    const struct names_group *peers =
        names_peers(events->names, what->comm, events->rank);
    const struct names_group *groups = events->names->groups.items;
    uint8_t flags = 0;

    flags |= what->creates ? REPLAY_CREATES : 0;
    flags |= what->out > 0 ? REPLAY_SENDS : 0;
    flags |= what->in > 0 ? REPLAY_RECEIVES : 0;
    if (comm->inter && peers == &groups[comm->group])
        flags |= REPLAY_REMOTE;
    if (what->root == EVENTS_ROOT_GROUP)
        flags |= REPLAY_IDLE;
    else if (what->root == EVENTS_ROOT_SELF ||
             (!comm->inter && events_world_rank(events, what->comm,
                                                what->root) == events->rank))
        flags |= REPLAY_ROOT;
    return flags;
}

uint32_t events_own_rank(struct events *events, uint32_t comm)
{
    const struct names_group *group =
        names_peers(events->names, comm, events->rank);

    for (uint32_t i = 0; group != NULL && i < group->size; i++)
        if (group->members[i] == events->rank)
            return i;
    return UINT32_MAX;
}

static struct replay_op collective_op(struct events *events,
                                      const struct events_collective *what)
{
    const struct names_comm *comm = names_comm(events->names, what->comm);
    struct replay_op op = { .kind = REPLAY_COLLECTIVE,
                            .comm = what->comm,
                            .peer = UINT32_MAX };

    op.coll = what->coll;
    if (comm != NULL)
        op.flags = collective_flags(events, comm, what);
    if (op.coll == CALL_COLL_SCAN || op.coll == CALL_COLL_EXSCAN)
        op.peer = events_own_rank(events, what->comm);
    return op;
}

/* Only some members of the recorded communicator take part. */
static bool is_of_some(const struct profile_call *call)
{
    return strcmp(call->name, "MPI_Comm_create_group") == 0;
}

static void log_collective(struct events *events,
                           const struct events_collective *what)
{
    struct replay_op op;
    uint64_t bytes;

    if (events->now.depth == 0 || events->log.log == NULL ||
        is_of_some(call_at(events, events->now.call)))
        return;
    op = collective_op(events, what);
    if (call_at(events, events->now.call)->coll != CALL_COLL_NONE)
        op.coll = call_at(events, events->now.call)->coll;
    bytes = call_coll_size(role_of(call_at(events, events->now.call), op.coll),
                           what->out, what->in);
    op.bytes = bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
    call_log_op(&events->log, &op);
}

static void add_collective(struct events *events,
                           const struct events_collective *what)
{
    struct events_current *now = &events->now;
    enum call_role role;

    if (what->coll == CALL_COLL_NONE || now->depth == 0)
        return;
    role = role_of(call_at(events, now->call), what->coll);
    use_comm(events, what->comm);
    now->moved = true;
    now->out += what->out;
    now->in += what->in;
    events_add_size(now, call_coll_size(role, what->out, what->in));
}

void events_collective(struct events *events, uint64_t time,
                       const struct events_collective *what)
{
    see_record(events, time);
    add_collective(events, what);
    log_collective(events, what);
}

/* Blocking, and the same on all ranks: nobody has to know a root. */
static bool is_for_all(const struct profile_call *call)
{
    return (call->role == CALL_ROLE_BARRIER ||
            call->role == CALL_ROLE_ALL2ALL) &&
           call->coll != CALL_COLL_NONE && strncmp(call->name, "MPI_I", 5) &&
           !call_makes_persistent(call->name);
}

void events_infer_collective(struct events *events)
{
    const struct names *names = events->names;
    const struct names_comm *comm = names_comm(names, names->only_comm);
    const struct profile_call *call = call_at(events, events->now.call);
    const struct events_collective what = { .coll = call->coll,
                                            .comm = names->only_comm,
                                            .root = NAMES_NONE };
    struct replay_op op;

    if (!names->foreign || comm == NULL || comm->inter ||
        events->now.comm != 0 || events->now.moved || !is_for_all(call))
        return;
    events->now.comm = comm->id;
    events->inferred += events->now.counts;
    op = collective_op(events, &what);
    op.flags |= REPLAY_SENDS | REPLAY_RECEIVES;
    call_log_op(&events->log, &op);
}

static void log_begun(struct events *events, uint64_t request, uint64_t start)
{
    struct replay_op op = { .kind = REPLAY_COLLECTIVE_POST,
                            .tag = (uint32_t)(start >> 32),
                            .bytes = (uint32_t)start };

    op.coll = call_at(events, events->now.call)->coll;
    call_log_post(&events->log, request, &op);
}

static void log_completed(struct events *events, uint64_t request,
                          const struct events_collective *what)
{
    struct replay_op op;

    if (events->now.depth == 0 || events->log.log == NULL)
        return;
    op = collective_op(events, what);
    if (call_log_coll(&events->log, request) != CALL_COLL_NONE)
        op.coll = call_log_coll(&events->log, request);
    op.kind = REPLAY_COLLECTIVE_POST;
    call_log_done(&events->log, request, REPLAY_COLLECTIVE_DONE, &op);
}

/* UINT32_MAX: no memory. */
static uint32_t pending_call_of_now(struct events *events)
{
    struct events_current *now = &events->now;

    if (now->pending != UINT32_MAX)
        return now->pending;
    now->pending = pending_add_call(&events->pending);
    if (now->pending != UINT32_MAX)
        events->pending.calls[now->pending] =
            (struct pending_call){ .row = PENDING_NO_ROW,
                                   .counts = now->counts };
    return now->pending;
}

void events_icollective(struct events *events, uint64_t time, uint64_t request,
                        uint64_t start)
{
    uint32_t call;

    see_record(events, time);
    if (events->now.depth == 0)
        return;
    log_begun(events, request, start);
    call = pending_call_of_now(events);
    if (call == UINT32_MAX || !pending_add(&events->pending, request, call))
        events->tally->failed = true;
}

/* To the row of the call that has started it. */
static void add_to_start(struct events *events,
                         const struct pending_call *start,
                         const struct events_collective *what)
{
    struct row *row;
    enum call_role role;

    if (what->coll == CALL_COLL_NONE || !start->counts ||
        start->row >= events->tally->row_count)
        return;
    row = &events->tally->rows[start->row];
    role = role_of(call_at(events, row->call), what->coll);
    spread_add(&row->out, what->out);
    spread_add(&row->in, what->in);
    row->size_bins[profile_bin(call_coll_size(role, what->out, what->in))]++;
}

void events_icollective_done(struct events *events, uint64_t time,
                             const struct events_collective *what,
                             uint64_t request)
{
    struct pending_call *start = pending_take(&events->pending, request);

    see_record(events, time);
    log_completed(events, request, what);
    if (start == NULL) {
        add_collective(events, what);
        return;
    }
    events_charge_start(events, start, what->comm);
    add_to_start(events, start, what);
}
