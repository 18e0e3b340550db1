/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * messages.c - messages and collectives inside the calls of a location.
 */
#include "archive/events/events_state.h"

#include <string.h>

#define HANDLE_OPERATIONS OTF2_COLLECTIVE_OP_CREATE_HANDLE

uint32_t calls_world_rank(struct calls *calls, uint32_t comm, uint32_t rank)
{
    const struct names_group *group =
        names_peers(calls->names, comm, calls->rank);

    if (group == NULL)
        return UINT32_MAX;
    if (group->type == OTF2_GROUP_TYPE_COMM_SELF)
        return calls->rank;
    return rank < group->size ? group->members[rank] : UINT32_MAX;
}

static void use_comm(struct calls *calls, uint32_t id)
{
    const struct names_comm *comm = names_comm(calls->names, id);

    if (calls->now.comm == 0 && comm != NULL)
        calls->now.comm = comm->id;
}

static void note_peer(struct calls *calls, uint32_t peer)
{
    struct calls_current *now = &calls->now;

    if (now->peer_known)
        return;
    now->peer_known = true;
    now->peer = peer;
}

/* NULL: it is outside of the world, or the message of the window. */
static struct peer *peer_of(struct calls *calls, uint32_t rank)
{
    return calls_counts(calls) ? tally_peer(calls->tally, PEER_P2P, rank)
                               : NULL;
}

static uint32_t message_out(struct calls *calls, uint64_t time,
                            uint32_t receiver, uint32_t comm, uint64_t bytes)
{
    uint32_t rank = calls_world_rank(calls, comm, receiver);
    struct peer *peer;

    calls_see(calls, time);
    peer = peer_of(calls, rank);
    use_comm(calls, comm);
    calls->now.moved = true;
    calls->now.out += bytes;
    calls_add_size(&calls->now, bytes);
    if (peer != NULL) {
        peer->out_messages++;
        peer->out_bytes += bytes;
    }
    return rank;
}

static uint32_t message_in(struct calls *calls, uint64_t time, uint32_t sender,
                           uint32_t comm, uint64_t bytes)
{
    uint32_t rank = calls_world_rank(calls, comm, sender);
    struct peer *peer;

    calls_see(calls, time);
    peer = peer_of(calls, rank);
    calls->now.moved = true;
    calls->now.in += bytes;
    calls_add_size(&calls->now, bytes);
    if (peer != NULL) {
        peer->in_messages++;
        peer->in_bytes += bytes;
    }
    return rank;
}

static struct replay_op message_op(enum replay_op_kind kind, uint32_t comm,
                                   uint32_t peer, uint32_t tag, uint64_t bytes)
{
    return (struct replay_op){ .kind = (uint8_t)kind,
                               .comm = comm,
                               .peer = peer,
                               .tag = tag,
                               .bytes = (uint32_t)bytes,
                               .coll = (uint16_t)(bytes >> 32) };
}

static OTF2_CallbackCode on_send(OTF2_LocationRef location,
                                 OTF2_TimeStamp time, uint64_t position,
                                 void *data, OTF2_AttributeList *attributes,
                                 uint32_t receiver, OTF2_CommRef comm,
                                 uint32_t tag, uint64_t bytes)
{
    struct calls *calls = data;
    uint32_t peer = message_out(calls, time, receiver, comm, bytes);
    struct replay_op op = message_op(REPLAY_SEND, comm, peer, tag, bytes);

    (void)location, (void)position, (void)attributes;
    note_peer(calls, peer);
    if (calls->now.depth > 0)
        call_log_op(&calls->log, &op);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_isend(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
         void *data, OTF2_AttributeList *attributes, uint32_t receiver,
         OTF2_CommRef comm, uint32_t tag, uint64_t bytes, uint64_t request)
{
    struct calls *calls = data;
    uint32_t peer = message_out(calls, time, receiver, comm, bytes);
    struct replay_op op = message_op(REPLAY_SEND_POST, comm, peer, tag, bytes);

    (void)location, (void)position, (void)attributes;
    if (calls->now.depth > 0)
        call_log_post(&calls->log, request, &op);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_recv(OTF2_LocationRef location,
                                 OTF2_TimeStamp time, uint64_t position,
                                 void *data, OTF2_AttributeList *attributes,
                                 uint32_t sender, OTF2_CommRef comm,
                                 uint32_t tag, uint64_t bytes)
{
    struct calls *calls = data;
    uint32_t peer = message_in(calls, time, sender, comm, bytes);
    struct replay_op op = message_op(REPLAY_RECV, comm, peer, tag, bytes);

    (void)location, (void)position, (void)attributes;
    use_comm(calls, comm);
    note_peer(calls, peer);
    if (calls->now.depth > 0)
        call_log_op(&calls->log, &op);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_irecv(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
         void *data, OTF2_AttributeList *attributes, uint32_t sender,
         OTF2_CommRef comm, uint32_t tag, uint64_t bytes, uint64_t request)
{
    struct calls *calls = data;
    uint32_t peer = message_in(calls, time, sender, comm, bytes);
    struct replay_op op = message_op(REPLAY_RECV_POST, comm, peer, tag, bytes);

    (void)location, (void)position, (void)attributes;
    if (calls->now.depth > 0)
        call_log_done(&calls->log, request, REPLAY_RECV_DONE, &op);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_isend_complete(OTF2_LocationRef location,
                                           OTF2_TimeStamp time,
                                           uint64_t position, void *data,
                                           OTF2_AttributeList *attributes,
                                           uint64_t request)
{
    struct calls *calls = data;
    struct replay_op op = { .kind = REPLAY_SEND_POST };

    (void)location, (void)position, (void)attributes;
    calls_see(calls, time);
    if (calls->now.depth > 0)
        call_log_done(&calls->log, request, REPLAY_SEND_DONE, &op);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_irecv_request(OTF2_LocationRef location,
                                          OTF2_TimeStamp time,
                                          uint64_t position, void *data,
                                          OTF2_AttributeList *attributes,
                                          uint64_t request)
{
    struct calls *calls = data;
    struct replay_op op = { .kind = REPLAY_RECV_POST };

    (void)location, (void)position, (void)attributes;
    calls_see(calls, time);
    if (calls->now.depth > 0)
        call_log_post(&calls->log, request, &op);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_cancelled(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
             void *data, OTF2_AttributeList *attributes, uint64_t request)
{
    struct calls *calls = data;

    (void)location, (void)position, (void)attributes;
    calls_see(calls, time);
    call_log_done(&calls->log, request, REPLAY_RECV_DONE, NULL);
    return OTF2_CALLBACK_SUCCESS;
}

static enum call_role role_of(const struct profile_call *call,
                              OTF2_CollectiveOp operation)
{
    if (call->coll != CALL_COLL_NONE)
        return call->role;
    return operation == OTF2_COLLECTIVE_OP_BCAST ||
                   operation == OTF2_COLLECTIVE_OP_SCATTER ||
                   operation == OTF2_COLLECTIVE_OP_SCATTERV
               ? CALL_ROLE_ONE2ALL
               : CALL_ROLE_ALL2ALL;
}

static const struct profile_call *call_at(const struct calls *calls,
                                          uint32_t call)
{
    return &calls->names->profile->calls[call];
}

static enum call_coll coll_of(OTF2_CollectiveOp operation)
{
    static const uint8_t colls[] = {
        [OTF2_COLLECTIVE_OP_BARRIER] = CALL_COLL_BARRIER,
        [OTF2_COLLECTIVE_OP_BCAST] = CALL_COLL_BCAST,
        [OTF2_COLLECTIVE_OP_GATHER] = CALL_COLL_GATHER,
        [OTF2_COLLECTIVE_OP_GATHERV] = CALL_COLL_GATHERV,
        [OTF2_COLLECTIVE_OP_SCATTER] = CALL_COLL_SCATTER,
        [OTF2_COLLECTIVE_OP_SCATTERV] = CALL_COLL_SCATTERV,
        [OTF2_COLLECTIVE_OP_ALLGATHER] = CALL_COLL_ALLGATHER,
        [OTF2_COLLECTIVE_OP_ALLGATHERV] = CALL_COLL_ALLGATHERV,
        [OTF2_COLLECTIVE_OP_ALLTOALL] = CALL_COLL_ALLTOALL,
        [OTF2_COLLECTIVE_OP_ALLTOALLV] = CALL_COLL_ALLTOALLV,
        [OTF2_COLLECTIVE_OP_ALLTOALLW] = CALL_COLL_ALLTOALLW,
        [OTF2_COLLECTIVE_OP_ALLREDUCE] = CALL_COLL_ALLREDUCE,
        [OTF2_COLLECTIVE_OP_REDUCE] = CALL_COLL_REDUCE,
        [OTF2_COLLECTIVE_OP_REDUCE_SCATTER] = CALL_COLL_REDUCE_SCATTER,
        [OTF2_COLLECTIVE_OP_SCAN] = CALL_COLL_SCAN,
        [OTF2_COLLECTIVE_OP_EXSCAN] = CALL_COLL_EXSCAN,
        [OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK] =
            CALL_COLL_REDUCE_SCATTER_BLOCK,
    };

    return operation < sizeof(colls) ? colls[operation] : CALL_COLL_NONE;
}

/* Of a collective, as a record of OTF2 tells it. */
struct collective {
    OTF2_CollectiveOp operation;
    uint32_t comm, root;
    uint64_t out, in;
};

static bool creates(OTF2_CollectiveOp operation)
{
    return operation == OTF2_COLLECTIVE_OP_CREATE_HANDLE ||
           operation == OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE;
}

static uint8_t collective_flags(struct calls *calls,
                                const struct names_comm *comm,
                                const struct collective *what)
{
    const struct names_group *peers =
        names_peers(calls->names, what->comm, calls->rank);
    const struct names_group *groups = calls->names->groups.items;
    uint8_t flags = 0;

    flags |= creates(what->operation) ? REPLAY_CREATES : 0;
    flags |= what->out > 0 ? REPLAY_SENDS : 0;
    flags |= what->in > 0 ? REPLAY_RECEIVES : 0;
    if (comm->inter && peers == &groups[comm->group])
        flags |= REPLAY_REMOTE;
    if (what->root == OTF2_COLLECTIVE_ROOT_THIS_GROUP)
        flags |= REPLAY_IDLE;
    else if (what->root == OTF2_COLLECTIVE_ROOT_SELF ||
             (!comm->inter &&
              calls_world_rank(calls, what->comm, what->root) == calls->rank))
        flags |= REPLAY_ROOT;
    return flags;
}

uint32_t calls_own_rank(struct calls *calls, uint32_t comm)
{
    const struct names_group *group =
        names_peers(calls->names, comm, calls->rank);

    for (uint32_t i = 0; group != NULL && i < group->size; i++)
        if (group->members[i] == calls->rank)
            return i;
    return UINT32_MAX;
}

static struct replay_op collective_op(struct calls *calls,
                                      const struct collective *what)
{
    const struct names_comm *comm = names_comm(calls->names, what->comm);
    struct replay_op op = { .kind = REPLAY_COLLECTIVE,
                            .comm = what->comm,
                            .peer = UINT32_MAX };

    op.coll = coll_of(what->operation);
    if (comm != NULL)
        op.flags = collective_flags(calls, comm, what);
    if (op.coll == CALL_COLL_SCAN || op.coll == CALL_COLL_EXSCAN)
        op.peer = calls_own_rank(calls, what->comm);
    return op;
}

/* Of the communicator that it is recorded for only some members take part. */
static bool is_of_some(const struct profile_call *call)
{
    return strcmp(call->name, "MPI_Comm_create_group") == 0;
}

static void log_collective(struct calls *calls, const struct collective *what)
{
    struct replay_op op;

    if (calls->now.depth == 0 || calls->log.log == NULL ||
        is_of_some(call_at(calls, calls->now.call)))
        return;
    op = collective_op(calls, what);
    if (call_at(calls, calls->now.call)->coll != CALL_COLL_NONE)
        op.coll = call_at(calls, calls->now.call)->coll;
    call_log_op(&calls->log, &op);
}

static void collective(struct calls *calls, OTF2_CollectiveOp operation,
                       uint32_t comm, uint64_t out, uint64_t in)
{
    struct calls_current *now = &calls->now;

    if (operation >= HANDLE_OPERATIONS || now->depth == 0)
        return;
    use_comm(calls, comm);
    now->moved = true;
    now->out += out;
    now->in += in;
    calls_add_size(
        now, call_coll_size(role_of(call_at(calls, now->call), operation), out,
                            in));
}

static OTF2_CallbackCode
on_collective(OTF2_LocationRef location, OTF2_TimeStamp time,
              uint64_t position, void *data, OTF2_AttributeList *attributes,
              OTF2_CollectiveOp operation, OTF2_CommRef comm, uint32_t root,
              uint64_t out, uint64_t in)
{
    struct collective what = { operation, comm, root, out, in };

    (void)location, (void)position, (void)attributes;
    calls_see(data, time);
    collective(data, operation, comm, out, in);
    log_collective(data, &what);
    return OTF2_CALLBACK_SUCCESS;
}

static void log_begun(struct calls *calls, uint64_t request)
{
    struct replay_op op = { .kind = REPLAY_COLLECTIVE_POST };

    op.coll = call_at(calls, calls->now.call)->coll;
    call_log_post(&calls->log, request, &op);
}

static void log_completed(struct calls *calls, uint64_t request,
                          const struct collective *what)
{
    struct replay_op op;

    if (calls->now.depth == 0 || calls->log.log == NULL)
        return;
    op = collective_op(calls, what);
    if (call_log_coll(&calls->log, request) != CALL_COLL_NONE)
        op.coll = call_log_coll(&calls->log, request);
    op.kind = REPLAY_COLLECTIVE_POST;
    call_log_done(&calls->log, request, REPLAY_COLLECTIVE_DONE, &op);
}

static OTF2_CallbackCode on_request(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, uint64_t position,
                                    void *data, OTF2_AttributeList *attributes,
                                    uint64_t request)
{
    struct calls *calls = data;
    struct calls_current *now = &calls->now;

    (void)location, (void)position, (void)attributes;
    calls_see(calls, time);
    if (now->depth == 0)
        return OTF2_CALLBACK_SUCCESS;
    log_begun(calls, request);
    if (now->pending == UINT32_MAX) {
        now->pending = pending_add_call(&calls->pending);
        if (now->pending == UINT32_MAX) {
            calls->tally->failed = true;
            return OTF2_CALLBACK_SUCCESS;
        }
        calls->pending.calls[now->pending] =
            (struct pending_call){ .row = PENDING_NO_ROW,
                                   .counts = now->counts };
    }
    if (!pending_add(&calls->pending, request, now->pending))
        calls->tally->failed = true;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_complete(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
            void *data, OTF2_AttributeList *attributes,
            OTF2_CollectiveOp operation, OTF2_CommRef comm, uint32_t root,
            uint64_t out, uint64_t in, uint64_t request)
{
    struct calls *calls = data;
    struct pending_call *start = pending_take(&calls->pending, request);
    struct collective what = { operation, comm, root, out, in };
    struct row *row;

    (void)location, (void)position, (void)attributes;
    calls_see(calls, time);
    log_completed(calls, request, &what);
    if (start == NULL) {
        collective(calls, operation, comm, out, in);
        return OTF2_CALLBACK_SUCCESS;
    }
    calls_charge_start(calls, start, comm);
    if (operation >= HANDLE_OPERATIONS || !start->counts ||
        start->row >= calls->tally->row_count)
        return OTF2_CALLBACK_SUCCESS;
    row = &calls->tally->rows[start->row];
    tally_spread(&row->out, out);
    tally_spread(&row->in, in);
    row->size_bins[profile_bin(call_coll_size(
        role_of(call_at(calls, row->call), operation), out, in))]++;
    return OTF2_CALLBACK_SUCCESS;
}

void calls_message_callbacks(OTF2_EvtReaderCallbacks *on)
{
    OTF2_EvtReaderCallbacks_SetMpiSendCallback(on, on_send);
    OTF2_EvtReaderCallbacks_SetMpiIsendCallback(on, on_isend);
    OTF2_EvtReaderCallbacks_SetMpiRecvCallback(on, on_recv);
    OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(on, on_irecv);
    OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(on, on_isend_complete);
    OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(on, on_irecv_request);
    OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(on, on_cancelled);
    OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(on, on_collective);
    OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(
        on, on_request);
    OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(
        on, on_complete);
}
