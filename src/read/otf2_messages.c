/*
 * otf2_messages.c - messages and collectives inside the calls of a location.
 */
#include "read/otf2_calls.h"

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

static uint32_t message_out(struct calls *calls, uint64_t time,
                            uint32_t receiver, uint32_t comm, uint64_t bytes)
{
    uint32_t rank = calls_world_rank(calls, comm, receiver);
    struct peer *peer = tally_peer(calls->tally, PEER_P2P, rank);

    calls_see(calls, time);
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

static uint32_t message_in(struct calls *calls, uint64_t time,
                           uint32_t sender, uint32_t comm, uint64_t bytes)
{
    uint32_t rank = calls_world_rank(calls, comm, sender);
    struct peer *peer = tally_peer(calls->tally, PEER_P2P, rank);

    calls_see(calls, time);
    calls->now.moved = true;
    calls->now.in += bytes;
    calls_add_size(&calls->now, bytes);
    if (peer != NULL) {
        peer->in_messages++;
        peer->in_bytes += bytes;
    }
    return rank;
}

static OTF2_CallbackCode on_send(OTF2_LocationRef location,
                                 OTF2_TimeStamp time, uint64_t position,
                                 void *data, OTF2_AttributeList *attributes,
                                 uint32_t receiver, OTF2_CommRef comm,
                                 uint32_t tag, uint64_t bytes)
{
    (void)location, (void)position, (void)attributes, (void)tag;
    note_peer(data, message_out(data, time, receiver, comm, bytes));
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_isend(OTF2_LocationRef location,
                                  OTF2_TimeStamp time, uint64_t position,
                                  void *data, OTF2_AttributeList *attributes,
                                  uint32_t receiver, OTF2_CommRef comm,
                                  uint32_t tag, uint64_t bytes,
                                  uint64_t request)
{
    (void)location, (void)position, (void)attributes, (void)tag;
    (void)request;
    message_out(data, time, receiver, comm, bytes);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_recv(OTF2_LocationRef location,
                                 OTF2_TimeStamp time, uint64_t position,
                                 void *data, OTF2_AttributeList *attributes,
                                 uint32_t sender, OTF2_CommRef comm,
                                 uint32_t tag, uint64_t bytes)
{
    (void)location, (void)position, (void)attributes, (void)tag;
    use_comm(data, comm);
    note_peer(data, message_in(data, time, sender, comm, bytes));
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_irecv(OTF2_LocationRef location,
                                  OTF2_TimeStamp time, uint64_t position,
                                  void *data, OTF2_AttributeList *attributes,
                                  uint32_t sender, OTF2_CommRef comm,
                                  uint32_t tag, uint64_t bytes,
                                  uint64_t request)
{
    (void)location, (void)position, (void)attributes, (void)tag;
    (void)request;
    message_in(data, time, sender, comm, bytes);
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
    calls_add_size(now, call_coll_size(role_of(call_at(calls, now->call),
                                         operation),
                                 out, in));
}

static OTF2_CallbackCode on_collective(OTF2_LocationRef location,
                                       OTF2_TimeStamp time, uint64_t position,
                                       void *data,
                                       OTF2_AttributeList *attributes,
                                       OTF2_CollectiveOp operation,
                                       OTF2_CommRef comm, uint32_t root,
                                       uint64_t out, uint64_t in)
{
    (void)location, (void)position, (void)attributes, (void)root;
    calls_see(data, time);
    collective(data, operation, comm, out, in);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_request(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, uint64_t position,
                                    void *data,
                                    OTF2_AttributeList *attributes,
                                    uint64_t request)
{
    struct calls *calls = data;
    struct calls_current *now = &calls->now;

    (void)location, (void)position, (void)attributes;
    calls_see(calls, time);
    if (now->depth == 0)
        return OTF2_CALLBACK_SUCCESS;
    if (now->pending == UINT32_MAX) {
        now->pending = pending_add_call(&calls->pending);
        if (now->pending == UINT32_MAX) {
            calls->tally->failed = true;
            return OTF2_CALLBACK_SUCCESS;
        }
        calls->pending.calls[now->pending] =
            (struct pending_call){ .row = PENDING_NO_ROW };
    }
    if (!pending_add(&calls->pending, request, now->pending))
        calls->tally->failed = true;
    return OTF2_CALLBACK_SUCCESS;
}

/* The start is charged now that its communicator is known. */
void calls_charge_start(struct calls *calls, struct pending_call *start,
                        uint32_t comm)
{
    const struct names_comm *known = names_comm(calls->names, comm);

    if (start->row != PENDING_NO_ROW)
        return;
    if (known != NULL)
        start->key.comm = known->id;
    start->row = tally_row(calls->tally, &start->key);
    tally_time(calls->tally, start->row, start->ticks);
    if (start->row >= calls->tally->row_count)
        return;
    for (uint32_t i = 0; i < calls->names->counter_count; i++)
        calls->tally->rows[start->row].counters[i] += start->counters[i];
}

static OTF2_CallbackCode on_complete(OTF2_LocationRef location,
                                     OTF2_TimeStamp time, uint64_t position,
                                     void *data,
                                     OTF2_AttributeList *attributes,
                                     OTF2_CollectiveOp operation,
                                     OTF2_CommRef comm, uint32_t root,
                                     uint64_t out, uint64_t in,
                                     uint64_t request)
{
    struct calls *calls = data;
    struct pending_call *start = pending_take(&calls->pending, request);
    struct row *row;

    (void)location, (void)position, (void)attributes, (void)root;
    calls_see(calls, time);
    if (start == NULL) {
        collective(calls, operation, comm, out, in);
        return OTF2_CALLBACK_SUCCESS;
    }
    calls_charge_start(calls, start, comm);
    if (operation >= HANDLE_OPERATIONS ||
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
    OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(on, on_collective);
    OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(
        on, on_request);
    OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(
        on, on_complete);
}
