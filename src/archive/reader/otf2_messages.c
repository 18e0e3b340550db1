/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_messages.c - records of messages and collectives.
 */
#include "archive/reader/otf2_events.h"

#include "model/call.h"

OTF2_RECORD(on_send, uint32_t peer, OTF2_CommRef comm, uint32_t tag,
            uint64_t bytes)
{
    const struct events_message message = { peer, comm, tag, bytes };

    events_send(otf2_events_into(data), time, &message);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_isend, uint32_t peer, OTF2_CommRef comm, uint32_t tag,
            uint64_t bytes, uint64_t request)
{
    const struct events_message message = { peer, comm, tag, bytes };

    events_isend(otf2_events_into(data), time, &message, request);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_recv, uint32_t peer, OTF2_CommRef comm, uint32_t tag,
            uint64_t bytes)
{
    const struct events_message message = { peer, comm, tag, bytes };

    events_recv(otf2_events_into(data), time, &message);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_irecv, uint32_t peer, OTF2_CommRef comm, uint32_t tag,
            uint64_t bytes, uint64_t request)
{
    const struct events_message message = { peer, comm, tag, bytes };

    events_irecv_done(otf2_events_into(data), time, &message, request);
    return OTF2_CALLBACK_SUCCESS;
}

#define ON_REQUEST(name, event)                       \
    OTF2_RECORD(name, uint64_t request)               \
    {                                                 \
        event(otf2_events_into(data), time, request); \
        return OTF2_CALLBACK_SUCCESS;                 \
    }

ON_REQUEST(on_isend_complete, events_isend_done)
ON_REQUEST(on_irecv_request, events_irecv)
ON_REQUEST(on_cancelled, events_cancelled)

OTF2_RECORD(on_request, uint64_t request)
{
    const struct otf2_names *ids = ((const struct otf2_events *)data)->ids;
    uint64_t start = 0;

    if (attributes != NULL && ids->start_attribute != NAMES_NONE)
        OTF2_AttributeList_GetUint64(attributes, ids->start_attribute, &start);
    events_icollective(otf2_events_into(data), time, request, start);
    return OTF2_CALLBACK_SUCCESS;
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

_Static_assert(OTF2_COLLECTIVE_ROOT_SELF == EVENTS_ROOT_SELF &&
                   OTF2_COLLECTIVE_ROOT_THIS_GROUP == EVENTS_ROOT_GROUP,
               "roots are passed on as they are");

static struct events_collective collective_of(OTF2_CollectiveOp operation,
                                              OTF2_CommRef comm, uint32_t root)
{
    return (struct events_collective){
        .coll = coll_of(operation),
        .creates = operation == OTF2_COLLECTIVE_OP_CREATE_HANDLE ||
                   operation == OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE,
        .comm = comm,
        .root = root
    };
}

OTF2_RECORD(on_collective, OTF2_CollectiveOp operation, OTF2_CommRef comm,
            uint32_t root, uint64_t out, uint64_t in)
{
    struct events_collective what = collective_of(operation, comm, root);

    what.out = out;
    what.in = in;
    events_collective(otf2_events_into(data), time, &what);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_complete, OTF2_CollectiveOp operation, OTF2_CommRef comm,
            uint32_t root, uint64_t out, uint64_t in, uint64_t request)
{
    struct events_collective what = collective_of(operation, comm, root);

    what.out = out;
    what.in = in;
    events_icollective_done(otf2_events_into(data), time, &what, request);
    return OTF2_CALLBACK_SUCCESS;
}

void otf2_events_message_callbacks(OTF2_EvtReaderCallbacks *on)
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
