/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_messages.c - records of messages, collectives and communicators.
 */
#include "measure/trace/trace_internal.h"

void trace_send(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                int dest, int tag, uint64_t bytes)
{
    if (writer_takes_message(writer, bytes) && comm != 0)
        WRITE(MpiSend, (uint32_t)dest, archive_comm(comm), (uint32_t)tag,
              bytes);
}

void trace_isend(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                 int dest, int tag, uint64_t bytes, uint64_t request)
{
    if (writer_takes_message(writer, bytes) && comm != 0)
        WRITE(MpiIsend, (uint32_t)dest, archive_comm(comm), (uint32_t)tag,
              bytes, request);
}

void trace_isend_complete(struct trace_writer *writer, uint64_t ticks,
                          uint64_t request)
{
    if (writer_must(writer))
        WRITE(MpiIsendComplete, request);
}

void trace_recv(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                int source, int tag, uint64_t bytes)
{
    if (writer_takes_message(writer, bytes) && comm != 0)
        WRITE(MpiRecv, (uint32_t)source, archive_comm(comm), (uint32_t)tag,
              bytes);
}

void trace_irecv_request(struct trace_writer *writer, uint64_t ticks,
                         uint64_t request)
{
    if (writer_is_on(writer))
        WRITE(MpiIrecvRequest, request);
}

void trace_irecv(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                 int source, int tag, uint64_t bytes, uint64_t request)
{
    if (writer_takes_end(writer, bytes) && comm != 0)
        WRITE(MpiIrecv, (uint32_t)source, archive_comm(comm), (uint32_t)tag,
              bytes, request);
}

void trace_cancelled(struct trace_writer *writer, uint64_t ticks,
                     uint64_t request)
{
    if (writer_must(writer))
        WRITE(MpiRequestCancelled, request);
}

/* OTF2 has no neighbourhood collectives: they go by their relatives. */
static OTF2_CollectiveOp operation_of(const struct trace_collective *what)
{
    static const uint8_t of_coll[] = {
        [CALL_COLL_NONE] = OTF2_COLLECTIVE_OP_BARRIER,
        [CALL_COLL_BARRIER] = OTF2_COLLECTIVE_OP_BARRIER,
        [CALL_COLL_BCAST] = OTF2_COLLECTIVE_OP_BCAST,
        [CALL_COLL_GATHER] = OTF2_COLLECTIVE_OP_GATHER,
        [CALL_COLL_GATHERV] = OTF2_COLLECTIVE_OP_GATHERV,
        [CALL_COLL_SCATTER] = OTF2_COLLECTIVE_OP_SCATTER,
        [CALL_COLL_SCATTERV] = OTF2_COLLECTIVE_OP_SCATTERV,
        [CALL_COLL_ALLGATHER] = OTF2_COLLECTIVE_OP_ALLGATHER,
        [CALL_COLL_ALLGATHERV] = OTF2_COLLECTIVE_OP_ALLGATHERV,
        [CALL_COLL_ALLTOALL] = OTF2_COLLECTIVE_OP_ALLTOALL,
        [CALL_COLL_ALLTOALLV] = OTF2_COLLECTIVE_OP_ALLTOALLV,
        [CALL_COLL_ALLTOALLW] = OTF2_COLLECTIVE_OP_ALLTOALLW,
        [CALL_COLL_ALLREDUCE] = OTF2_COLLECTIVE_OP_ALLREDUCE,
        [CALL_COLL_REDUCE] = OTF2_COLLECTIVE_OP_REDUCE,
        [CALL_COLL_REDUCE_SCATTER] = OTF2_COLLECTIVE_OP_REDUCE_SCATTER,
        [CALL_COLL_REDUCE_SCATTER_BLOCK] =
            OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK,
        [CALL_COLL_SCAN] = OTF2_COLLECTIVE_OP_SCAN,
        [CALL_COLL_EXSCAN] = OTF2_COLLECTIVE_OP_EXSCAN,
        [CALL_COLL_NEIGHBOR_ALLGATHER] = OTF2_COLLECTIVE_OP_ALLGATHER,
        [CALL_COLL_NEIGHBOR_ALLGATHERV] = OTF2_COLLECTIVE_OP_ALLGATHERV,
        [CALL_COLL_NEIGHBOR_ALLTOALL] = OTF2_COLLECTIVE_OP_ALLTOALL,
        [CALL_COLL_NEIGHBOR_ALLTOALLV] = OTF2_COLLECTIVE_OP_ALLTOALLV,
        [CALL_COLL_NEIGHBOR_ALLTOALLW] = OTF2_COLLECTIVE_OP_ALLTOALLW,
    };

    if (what->create)
        return OTF2_COLLECTIVE_OP_CREATE_HANDLE;
    if (what->destroy)
        return OTF2_COLLECTIVE_OP_DESTROY_HANDLE;
    return of_coll[what->coll];
}

static uint32_t root_of(int root)
{
    switch (root) {
    case TRACE_ROOT_NONE: return OTF2_COLLECTIVE_ROOT_NONE;
    case TRACE_ROOT_SELF: return OTF2_COLLECTIVE_ROOT_SELF;
    case TRACE_ROOT_THIS_GROUP: return OTF2_COLLECTIVE_ROOT_THIS_GROUP;
    default: return (uint32_t)root;
    }
}

static uint32_t comm_of(const struct trace_collective *what)
{
    return archive_comm(what->comm);
}

void trace_collective_begin(struct trace_writer *writer, uint64_t ticks)
{
    if (!writer_is_on(writer))
        return;
    writer_expect(writer,
                  OTF2_EvtWriter_MpiCollectiveBegin(
                      writer->events, NULL, writer_stamp(writer, ticks)));
}

void trace_collective_end(struct trace_writer *writer, uint64_t ticks,
                          const struct trace_collective *what)
{
    if (writer_is_on(writer))
        WRITE(MpiCollectiveEnd, operation_of(what), comm_of(what),
              root_of(what->root), what->out_bytes, what->in_bytes);
}

void trace_icollective_request(struct trace_writer *writer, uint64_t ticks,
                               uint64_t request, uint64_t start)
{
    OTF2_AttributeValue value = { .uint64 = start };

    if (!writer_is_on(writer))
        return;
    if (start != 0)
        OTF2_AttributeList_AddAttribute(writer->attributes,
                                        ARCHIVE_ATTRIBUTE_START,
                                        OTF2_TYPE_UINT64, value);
    writer_expect(writer,
                  OTF2_EvtWriter_NonBlockingCollectiveRequest(
                      writer->events, start != 0 ? writer->attributes : NULL,
                      writer_stamp(writer, ticks), request));
}

void trace_icollective_complete(struct trace_writer *writer, uint64_t ticks,
                                const struct trace_collective *what,
                                uint64_t request)
{
    if (writer_must(writer))
        WRITE(NonBlockingCollectiveComplete, operation_of(what), comm_of(what),
              root_of(what->root), what->out_bytes, what->in_bytes, request);
}

void trace_comm_create(struct trace_writer *writer, uint64_t ticks,
                       uint32_t comm)
{
    if (writer_is_on(writer) && comm != 0)
        WRITE(CommCreate, archive_comm(comm));
}

void trace_comm_destroy(struct trace_writer *writer, uint64_t ticks,
                        uint32_t comm)
{
    if (writer_is_on(writer) && comm != 0)
        WRITE(CommDestroy, archive_comm(comm));
}
