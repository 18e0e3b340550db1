/*
 * trace_events.c - writers: one thread's event records.
 *
 * A writer stops only between calls.  It then has written MeasurementOnOff;
 * trace_writer_finish() leaves what is open and ends the program.
 */
#include "measure/trace/trace_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "model/call.h"

static inline bool is_on(const struct trace_writer *writer)
{
    return writer != NULL &&
           __builtin_expect(writer->state == WRITER_ON, 1);
}

/* Time stamps of a location never decrease, whatever clocks do. */
static inline uint64_t stamp(struct trace_writer *writer, uint64_t ticks)
{
    if (ticks < writer->last)
        return writer->last;
    writer->last = ticks;
    return ticks;
}

static void fail(struct trace_writer *writer)
{
    writer->state = WRITER_FAILED;
    writer->stopped = writer->last;
}

static inline void expect(struct trace_writer *writer, OTF2_ErrorCode code)
{
    if (__builtin_expect(code != OTF2_SUCCESS, 0))
        fail(writer);
}

static void write_on_off(struct trace_writer *writer, uint64_t ticks, bool on)
{
    expect(writer, OTF2_EvtWriter_MeasurementOnOff(
                       writer->events, NULL, stamp(writer, ticks),
                       on ? OTF2_MEASUREMENT_ON : OTF2_MEASUREMENT_OFF));
}

static void stop(struct trace_writer *writer, uint64_t ticks)
{
    write_on_off(writer, ticks, false);
    if (writer->state != WRITER_ON)
        return;
    writer->state = WRITER_STOPPED;
    writer->stopped = writer->last;
}

/* Before something begins outside of calls: whether to record it. */
static inline bool may_begin(struct trace_writer *writer, uint64_t ticks)
{
    if (!is_on(writer))
        return false;
    if (__builtin_expect(writer->full && !writer->in_call, 0)) {
        stop(writer, ticks);
        return false;
    }
    return true;
}

static void mark_flush(struct trace_writer *writer)
{
    uint64_t begin = writer->flush_begin, end = writer->flush_end;

    writer->flush_begin = writer->flush_end = 0;
    writer->flush_ticks += end - begin;
    begin = stamp(writer, begin);
    if (end < begin)
        end = begin;
    expect(writer,
           OTF2_EvtWriter_BufferFlush(writer->events, NULL, begin, end));
}

/* After the last record of a call or region change. */
static inline void ended(struct trace_writer *writer)
{
    if (__builtin_expect(writer->flush_end != 0, 0))
        mark_flush(writer);
}

static void write_enter(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region)
{
    expect(writer, OTF2_EvtWriter_Enter(writer->events, NULL,
                                        stamp(writer, ticks), region));
}

static void write_leave(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region)
{
    expect(writer, OTF2_EvtWriter_Leave(writer->events, NULL,
                                        stamp(writer, ticks), region));
}

static void begin_program(struct trace_writer *writer, uint64_t ticks)
{
    writer->first = writer->last = ticks;
    if (writer->thread == 0)
        expect(writer, OTF2_EvtWriter_ProgramBegin(writer->events, NULL,
                                                   ticks,
                                                   TRACE_STRING_PROGRAM, 0,
                                                   NULL));
    write_enter(writer, ticks, call_count);
}

void trace_writer_destroy(struct trace_writer *writer)
{
    if (writer == NULL)
        return;
    if (writer->attributes != NULL)
        OTF2_AttributeList_Delete(writer->attributes);
    free(writer->used);
    free(writer->open);
    free(writer);
}

static struct trace_writer *writer_new(struct trace *trace, uint32_t thread)
{
    struct trace_writer *writer = calloc(1, sizeof(*writer));

    if (writer == NULL)
        return NULL;
    writer->trace = trace;
    writer->thread = thread;
    writer->open_room = 64;
    writer->open = calloc(writer->open_room, sizeof(*writer->open));
    writer->used = calloc(call_count, 1);
    writer->attributes = OTF2_AttributeList_New();
    if (writer->open != NULL && writer->used != NULL &&
        writer->attributes != NULL)
        return writer;
    trace_writer_destroy(writer);
    return NULL;
}

struct trace_writer *trace_writer_create(struct trace *trace, uint32_t thread,
                                         uint64_t ticks)
{
    struct trace_writer *writer;
    uint64_t location;

    if (trace == NULL || trace->archive == NULL || !trace->record)
        return NULL;
    writer = writer_new(trace, thread);
    if (writer == NULL)
        return NULL;
    pthread_mutex_lock(&trace->lock);
    writer->next = trace->writers;
    trace->writers = writer;
    pthread_mutex_unlock(&trace->lock);
    location = trace_location_id(thread, (uint32_t)trace->collective.rank);
    writer->events = OTF2_Archive_GetEvtWriter(trace->archive, location);
    if (writer->events == NULL)
        fail(writer);
    else
        begin_program(writer, ticks);
    return writer;
}

void trace_writer_empty(struct trace *trace, uint64_t ticks)
{
    struct trace_writer *writer;

    trace->record = true;
    writer = trace_writer_create(trace, 0, ticks);
    if (writer == NULL)
        return;
    writer->empty = true;
    if (writer->state == WRITER_ON)
        stop(writer, ticks);
}

uint64_t trace_writer_flush_ticks(struct trace_writer *writer)
{
    uint64_t ticks;

    if (writer == NULL)
        return 0;
    ticks = writer->flush_ticks;
    writer->flush_ticks = 0;
    return ticks;
}

uint64_t trace_writer_stopped(const struct trace_writer *writer)
{
    return writer == NULL ? 0 : writer->stopped;
}

void trace_enter(struct trace_writer *writer, uint64_t ticks, uint32_t call,
                 uint32_t path)
{
    OTF2_AttributeValue value = { .callingContextRef = path };
    OTF2_AttributeList *list = NULL;

    if (!may_begin(writer, ticks))
        return;
    writer->in_call = true;
    writer->used[call] = 1;
    if (path != 0) {
        list = writer->attributes;
        OTF2_AttributeList_AddAttribute(list, TRACE_ATTRIBUTE_PATH,
                                        OTF2_TYPE_CALLING_CONTEXT, value);
    }
    expect(writer, OTF2_EvtWriter_Enter(writer->events, list,
                                        stamp(writer, ticks), call));
}

void trace_leave(struct trace_writer *writer, uint64_t ticks, uint32_t call)
{
    if (!is_on(writer))
        return;
    writer->in_call = false;
    write_leave(writer, ticks, call);
    ended(writer);
}

void trace_counters(struct trace_writer *writer, uint64_t ticks,
                    const uint64_t *values)
{
    static const OTF2_Type types[PROFILE_COUNTERS] = {
        OTF2_TYPE_UINT64, OTF2_TYPE_UINT64, OTF2_TYPE_UINT64,
        OTF2_TYPE_UINT64, OTF2_TYPE_UINT64, OTF2_TYPE_UINT64,
        OTF2_TYPE_UINT64, OTF2_TYPE_UINT64
    };
    OTF2_MetricValue copy[PROFILE_COUNTERS];

    if (!may_begin(writer, ticks) || writer->trace->counter_count == 0)
        return;
    for (uint8_t i = 0; i < writer->trace->counter_count; i++)
        copy[i].unsigned_int = values[i];
    expect(writer, OTF2_EvtWriter_Metric(writer->events, NULL,
                                         stamp(writer, ticks),
                                         TRACE_METRIC_CLASS,
                                         writer->trace->counter_count, types,
                                         copy));
}

void trace_send(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                int dest, int tag, uint64_t bytes)
{
    if (!is_on(writer) || comm == 0)
        return;
    expect(writer, OTF2_EvtWriter_MpiSend(writer->events, NULL,
                                          stamp(writer, ticks),
                                          (uint32_t)dest, comm,
                                          (uint32_t)tag, bytes));
}

void trace_isend(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                 int dest, int tag, uint64_t bytes, uint64_t request)
{
    if (!is_on(writer) || comm == 0)
        return;
    expect(writer, OTF2_EvtWriter_MpiIsend(writer->events, NULL,
                                           stamp(writer, ticks),
                                           (uint32_t)dest, comm,
                                           (uint32_t)tag, bytes, request));
}

void trace_isend_complete(struct trace_writer *writer, uint64_t ticks,
                          uint64_t request)
{
    if (!is_on(writer))
        return;
    expect(writer, OTF2_EvtWriter_MpiIsendComplete(writer->events, NULL,
                                                   stamp(writer, ticks),
                                                   request));
}

void trace_recv(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                int source, int tag, uint64_t bytes)
{
    if (!is_on(writer) || comm == 0)
        return;
    expect(writer, OTF2_EvtWriter_MpiRecv(writer->events, NULL,
                                          stamp(writer, ticks),
                                          (uint32_t)source, comm,
                                          (uint32_t)tag, bytes));
}

void trace_irecv_request(struct trace_writer *writer, uint64_t ticks,
                         uint64_t request)
{
    if (!is_on(writer))
        return;
    expect(writer, OTF2_EvtWriter_MpiIrecvRequest(writer->events, NULL,
                                                  stamp(writer, ticks),
                                                  request));
}

void trace_irecv(struct trace_writer *writer, uint64_t ticks, uint32_t comm,
                 int source, int tag, uint64_t bytes, uint64_t request)
{
    if (!is_on(writer) || comm == 0)
        return;
    expect(writer, OTF2_EvtWriter_MpiIrecv(writer->events, NULL,
                                           stamp(writer, ticks),
                                           (uint32_t)source, comm,
                                           (uint32_t)tag, bytes, request));
}

void trace_cancelled(struct trace_writer *writer, uint64_t ticks,
                     uint64_t request)
{
    if (!is_on(writer))
        return;
    expect(writer, OTF2_EvtWriter_MpiRequestCancelled(writer->events, NULL,
                                                      stamp(writer, ticks),
                                                      request));
}

/* OTF2 has no neighbourhood collectives: they go by their relatives. */
static OTF2_CollectiveOp operation(const struct trace_collective *what)
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
    case TRACE_ROOT_NONE:
        return OTF2_COLLECTIVE_ROOT_NONE;
    case TRACE_ROOT_SELF:
        return OTF2_COLLECTIVE_ROOT_SELF;
    case TRACE_ROOT_THIS_GROUP:
        return OTF2_COLLECTIVE_ROOT_THIS_GROUP;
    default:
        return (uint32_t)root;
    }
}

static uint32_t comm_of(const struct trace_collective *what)
{
    return what->comm == 0 ? OTF2_UNDEFINED_COMM : what->comm;
}

void trace_collective_begin(struct trace_writer *writer, uint64_t ticks)
{
    if (!is_on(writer))
        return;
    expect(writer, OTF2_EvtWriter_MpiCollectiveBegin(writer->events, NULL,
                                                     stamp(writer, ticks)));
}

void trace_collective_end(struct trace_writer *writer, uint64_t ticks,
                          const struct trace_collective *what)
{
    if (!is_on(writer))
        return;
    expect(writer, OTF2_EvtWriter_MpiCollectiveEnd(
                       writer->events, NULL, stamp(writer, ticks),
                       operation(what), comm_of(what), root_of(what->root),
                       what->out_bytes, what->in_bytes));
}

void trace_icollective_request(struct trace_writer *writer, uint64_t ticks,
                               uint64_t request)
{
    if (!is_on(writer))
        return;
    expect(writer, OTF2_EvtWriter_NonBlockingCollectiveRequest(
                       writer->events, NULL, stamp(writer, ticks), request));
}

void trace_icollective_complete(struct trace_writer *writer, uint64_t ticks,
                                const struct trace_collective *what,
                                uint64_t request)
{
    if (!is_on(writer))
        return;
    expect(writer, OTF2_EvtWriter_NonBlockingCollectiveComplete(
                       writer->events, NULL, stamp(writer, ticks),
                       operation(what), comm_of(what), root_of(what->root),
                       what->out_bytes, what->in_bytes, request));
}

void trace_comm_create(struct trace_writer *writer, uint64_t ticks,
                       uint32_t comm)
{
    if (!is_on(writer) || comm == 0)
        return;
    expect(writer, OTF2_EvtWriter_CommCreate(writer->events, NULL,
                                             stamp(writer, ticks), comm));
}

void trace_comm_destroy(struct trace_writer *writer, uint64_t ticks,
                        uint32_t comm)
{
    if (!is_on(writer) || comm == 0)
        return;
    expect(writer, OTF2_EvtWriter_CommDestroy(writer->events, NULL,
                                              stamp(writer, ticks), comm));
}

static bool open_more(struct trace_writer *writer)
{
    size_t room = 2 * writer->open_room;
    uint32_t *more = realloc(writer->open, room * sizeof(*more));

    if (more == NULL)
        return false;
    writer->open = more;
    writer->open_room = room;
    return true;
}

void trace_region_enter(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region)
{
    if (!may_begin(writer, ticks))
        return;
    if (writer->open_count == writer->open_room && !open_more(writer)) {
        stop(writer, ticks);
        return;
    }
    writer->open[writer->open_count++] = region;
    write_enter(writer, ticks, call_count + region);
    ended(writer);
}

void trace_region_leave(struct trace_writer *writer, uint64_t ticks,
                        uint32_t region)
{
    if (!is_on(writer) || writer->open_count == 0 ||
        writer->open[writer->open_count - 1] != region)
        return;
    writer->open_count--;
    write_leave(writer, ticks, call_count + region);
    ended(writer);
}

void trace_on_off(struct trace_writer *writer, uint64_t ticks, bool on)
{
    if (!is_on(writer))
        return;
    write_on_off(writer, ticks, on);
    ended(writer);
}

static void leave_all(struct trace_writer *writer, uint64_t ticks)
{
    ended(writer);
    while (writer->open_count > 0)
        write_leave(writer, ticks,
                    call_count + writer->open[--writer->open_count]);
    write_leave(writer, ticks, call_count);
    if (writer->thread == 0)
        expect(writer,
               OTF2_EvtWriter_ProgramEnd(writer->events, NULL,
                                         stamp(writer, ticks),
                                         OTF2_UNDEFINED_INT64));
}

void trace_writer_finish(struct trace_writer *writer, uint64_t end_ticks)
{
    if (writer->events == NULL)
        return;
    if (writer->state != WRITER_FAILED)
        leave_all(writer, end_ticks);
    if (writer->state == WRITER_FAILED)
        return; /* see close_archive() */
    if (writer->state == WRITER_ON)
        writer->state = WRITER_STOPPED; /* nothing comes after ProgramEnd */
    OTF2_EvtWriter_GetNumberOfEvents(writer->events, &writer->event_count);
    if (OTF2_Archive_CloseEvtWriter(writer->trace->archive, writer->events) !=
        OTF2_SUCCESS)
        fail(writer);
    writer->events = NULL;
    trace_room_return(writer);
}
