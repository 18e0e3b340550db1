/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/record_hooks.h"

#include "measure/record/charge.h"
#include "measure/record/received.h"
#include "measure/record/thread_life.h"
#include "measure/track/messages.h"
#include "measure/track/requests.h"
#include "this_mpi.h"

/* The communicator of a message; NULL when none is sent: PROC_NULL, error. */
static inline struct comm_info *message_comm(struct thread *thread,
                                             const struct hook_call *call,
                                             int peer, MPI_Comm comm)
{
    if (thread == NULL || peer == MPI_PROC_NULL || call->result != MPI_SUCCESS)
        return NULL;
    return thread_comm(thread, comm);
}

static inline uint32_t id_of(const struct comm_info *info)
{
    return info == NULL ? 0 : info->id;
}

static inline uint64_t bytes_of(struct thread *thread, int64_t count,
                                MPI_Datatype type)
{
    return (uint64_t)count * datatypes_size(&thread->datatypes, type);
}

static inline void charge_sent(struct thread *thread, struct row *row,
                               const struct comm_info *info, int dest,
                               uint64_t bytes, uint64_t ticks)
{
    row_add_bytes(row, bytes, 0, bytes);
    charge_peer_out(thread, comm_world_rank(info, dest), bytes, ticks);
}

void record_send(struct hook_call *call, int64_t count, MPI_Datatype type,
                 int dest, int tag, MPI_Comm comm)
{
    struct thread *thread = thread_of(call);
    struct comm_info *info = message_comm(thread, call, dest, comm);
    struct row *row = charge_begin(thread, call, id_of(info));
    uint64_t bytes;

    if (row == NULL)
        return;
    if (info != NULL) {
        bytes = bytes_of(thread, count, type);
        charge_sent(thread, row, info, dest, bytes, call->end - call->begin);
        if (thread->writer != NULL)
            trace_send(thread->writer, call->begin, info->traced_as, dest, tag,
                       bytes);
    }
    charge_end(thread, call);
}

/* Whether what a request starts is in the trace; of a persistent one, whether
 * it may be at its start.  bytes: sent, or what there is room for. */
static void mark_traced(const struct thread *thread, struct request *request,
                        uint64_t bytes)
{
    bool receives = request->kind == REQUEST_RECV;

    if (request->comm->traced_as == 0)
        return;
    if (request->persistent) {
        request->left_out =
            recorder.rules != NULL &&
            !trace_takes_persistent(recorder.trace, bytes, receives);
        return;
    }
    request->traced = receives ? charge_traces_room(thread, bytes)
                               : charge_traces(thread, bytes);
    request->left_out = !request->traced && recorder.rules != NULL;
}

/* Only rules ask how much room a receive has. */
static inline uint64_t room_of(struct thread *thread, int64_t count,
                               MPI_Datatype type)
{
    return __builtin_expect(recorder.rules == NULL, 1)
               ? 0
               : bytes_of(thread, count, type);
}

void record_isend(struct hook_call *call, int64_t count, MPI_Datatype type,
                  int dest, int tag, MPI_Comm comm, MPI_Request handle,
                  bool persistent)
{
    struct thread *thread = thread_of(call);
    struct comm_info *info = message_comm(thread, call, dest, comm);
    struct row *row = charge_begin(thread, call, persistent ? 0 : id_of(info));
    struct request request = {
        .handle = handle,
        .since = call->end,
        .kind = REQUEST_SEND,
        .persistent = persistent,
        .active = !persistent,
        .peer = dest,
        .tag = tag,
        .comm = info,
    };

    if (info != NULL)
        request.out_bytes = bytes_of(thread, count, type);
    if (info != NULL && row != NULL)
        mark_traced(thread, &request, request.out_bytes);
    if (call->result == MPI_SUCCESS)
        request.id = requests_add(&request);
    if (row == NULL)
        return;
    if (info != NULL && !persistent) {
        charge_sent(thread, row, info, dest, request.out_bytes, 0);
        if (request.traced)
            trace_isend(thread->writer, call->begin, info->traced_as, dest,
                        tag, request.out_bytes, request.id);
    }
    charge_end(thread, call);
}

static inline void charge_received(struct hook_call *call,
                                   struct thread *thread,
                                   struct comm_info *info,
                                   const MPI_Status *status)
{
    struct row *row = charge_begin(thread, call, id_of(info));
    uint64_t bytes;

    if (row == NULL)
        return;
    if (info != NULL) {
        bytes = received_bytes(status);
        row_add_bytes(row, 0, bytes, bytes);
        charge_peer_in(thread, comm_world_rank(info, status->MPI_SOURCE),
                       bytes, call->end - call->begin);
        if (thread->writer != NULL)
            trace_recv(thread->writer, call->end, info->traced_as,
                       status->MPI_SOURCE, status->MPI_TAG, bytes);
    }
    charge_end(thread, call);
}

void record_recv(struct hook_call *call, MPI_Datatype type, int source,
                 MPI_Comm comm, const MPI_Status *status)
{
    struct thread *thread = thread_of(call);

    (void)type;
    charge_received(call, thread, message_comm(thread, call, source, comm),
                    status);
}

/* room: for what is received. */
static inline void charge_posted(struct hook_call *call, struct thread *thread,
                                 struct request *request, uint64_t room)
{
    struct row *row = charge_begin(thread, call, 0);

    if (request->comm != NULL && row != NULL)
        mark_traced(thread, request, room);
    if (call->result == MPI_SUCCESS)
        request->id = requests_add(request);
    if (row == NULL)
        return;
    if (request->traced)
        trace_irecv_request(thread->writer, call->end, request->id);
    charge_end(thread, call);
}

void record_irecv(struct hook_call *call, int64_t count, MPI_Datatype type,
                  int source, int tag, MPI_Comm comm, MPI_Request handle,
                  bool persistent)
{
    struct thread *thread = thread_of(call);
    struct comm_info *info = message_comm(thread, call, source, comm);

    charge_posted(call, thread,
                  &(struct request){
                      .handle = handle,
                      .since = call->end,
                      .kind = REQUEST_RECV,
                      .persistent = persistent,
                      .active = !persistent,
                      .peer = source,
                      .tag = tag,
                      .comm = info,
                  },
                  info == NULL ? 0 : room_of(thread, count, type));
}

static uint64_t charge_sent_half(struct thread *thread, struct row *row,
                                 const struct hook_call *call,
                                 const struct hook_sendrecv *args,
                                 const struct comm_info *info)
{
    uint64_t bytes = bytes_of(thread, args->send_count, args->send_type);

    charge_peer_out(thread, comm_world_rank(info, args->dest), bytes,
                    call->end - call->begin);
    row->size_bins[profile_bin(bytes)]++;
    trace_send(thread->writer, call->begin, info->traced_as, args->dest,
               args->send_tag, bytes);
    return bytes;
}

/* The time of the call is the send's if there is one. */
static uint64_t charge_received_half(struct thread *thread, struct row *row,
                                     const struct hook_call *call,
                                     const struct hook_sendrecv *args,
                                     const struct comm_info *info)
{
    const MPI_Status *status = args->status;
    uint64_t bytes = received_bytes(status);
    uint64_t ticks = args->dest == MPI_PROC_NULL ? call->end - call->begin : 0;

    charge_peer_in(thread, comm_world_rank(info, status->MPI_SOURCE), bytes,
                   ticks);
    row->size_bins[profile_bin(bytes)]++;
    trace_recv(thread->writer, call->end, info->traced_as, status->MPI_SOURCE,
               status->MPI_TAG, bytes);
    return bytes;
}

/* MPICH (4.0 to 4.2) never sets the status of Isendrecv: what the program
 * finds there is left from another request. */
enum { SENDRECV_STATUS_IS_SET = !THIS_MPI_ISENDRECV_SETS_NO_STATUS };

/* The request of a nonblocking one completes with the status of its receive,
 * so it is kept as a receive; its send counts where it starts. */
static void keep_received_half(struct thread *thread,
                               const struct hook_call *call,
                               const struct hook_sendrecv *args,
                               struct comm_info *info, bool charged)
{
    struct request request = {
        .handle = *args->request,
        .since = call->end,
        .kind = REQUEST_RECV,
        .active = true,
        .peer = args->source,
        .tag = args->recv_tag,
        .comm = info,
        .as_posted = !SENDRECV_STATUS_IS_SET,
    };
    uint64_t id;

    if (request.as_posted && info != NULL)
        request.in_bytes = bytes_of(thread, args->recv_count, args->recv_type);
    if (charged && info != NULL &&
        !(request.as_posted && args->source == MPI_ANY_SOURCE))
        mark_traced(thread, &request,
                    room_of(thread, args->recv_count, args->recv_type));
    id = requests_add(&request);
    if (request.traced)
        trace_irecv_request(thread->writer, call->end, id);
}

void record_sendrecv(struct hook_call *call, const struct hook_sendrecv *args)
{
    struct thread *thread = thread_of(call);
    struct comm_info *to = message_comm(thread, call, args->dest, args->comm);
    struct comm_info *from =
        message_comm(thread, call, args->source, args->comm);
    bool blocking = args->request == NULL;
    struct row *row =
        charge_begin(thread, call, id_of(to || !blocking ? to : from));
    uint64_t out = 0, in = 0;

    if (row != NULL && to != NULL)
        out = charge_sent_half(thread, row, call, args, to);
    if (row != NULL && from != NULL && blocking)
        in = charge_received_half(thread, row, call, args, from);
    if (!blocking && thread != NULL && call->result == MPI_SUCCESS)
        keep_received_half(thread, call, args, from, row != NULL);
    if (row == NULL)
        return;
    if (to != NULL || (from != NULL && blocking)) {
        spread_add(&row->out, out);
        spread_add(&row->in, in);
    }
    charge_end(thread, call);
}

void record_mprobe(struct hook_call *call, MPI_Comm comm, MPI_Message message)
{
    struct thread *thread = thread_of(call);
    struct row *row = charge_begin(thread, call, 0);

    if (thread != NULL && message != MPI_MESSAGE_NULL &&
        message != MPI_MESSAGE_NO_PROC)
        messages_add(message, thread_comm(thread, comm));
    if (row != NULL)
        charge_end(thread, call);
}

void record_mrecv(struct hook_call *call, MPI_Message message,
                  MPI_Datatype type, const MPI_Status *status,
                  const MPI_Request *request)
{
    struct thread *thread = thread_of(call);
    struct comm_info *info = messages_take(message);

    (void)type;
    if (call->result != MPI_SUCCESS)
        info = NULL;
    if (request == NULL)
        charge_received(call, thread, info, status);
    else
        charge_posted(call, thread,
                      &(struct request){
                          .handle = *request,
                          .since = call->end,
                          .kind = REQUEST_RECV,
                          .active = true,
                          .peer = MPI_ANY_SOURCE,
                          .tag = MPI_ANY_TAG,
                          .comm = info,
                      },
                      UINT64_MAX); /* what was found fits */
}
