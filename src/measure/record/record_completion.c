/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/record_hooks.h"

#include "measure/record/charge.h"
#include "measure/record/received.h"
#include "measure/record/record_io_trace.h"
#include "measure/record/record_rma_trace.h"
#include "measure/record/thread_life.h"
#include "measure/track/requests.h"

/* Bytes of one call over all requests that it starts or completes. */
struct moved {
    uint64_t out, in;
    bool any;
};

static void add_moved(struct row *row, const struct moved *moved)
{
    if (!moved->any)
        return;
    spread_add(&row->out, moved->out);
    spread_add(&row->in, moved->in);
}

static enum call_role role_of(enum call_coll coll)
{
    switch (coll) {
    case CALL_COLL_BCAST:
    case CALL_COLL_SCATTER:
    case CALL_COLL_SCATTERV: return CALL_ROLE_ONE2ALL;
    default: return CALL_ROLE_ALL2ALL;
    }
}

static void start_one(struct thread *thread, struct row *row,
                      const struct hook_call *call,
                      const struct request *request, struct moved *moved)
{
    struct trace_writer *writer = thread->writer;

    if (request->comm == NULL)
        return; /* PROC_NULL */
    if (request->traced)
        trace_keep(writer);
    else if (request->left_out)
        trace_passes(writer);
    if (request->kind == REQUEST_RECV) {
        if (request->traced)
            /* Also at the start: sends that follow belong to that time. */
            trace_irecv_request(writer, call->begin, request->id);
        return;
    }
    moved->any = true;
    moved->out += request->out_bytes;
    moved->in += request->in_bytes;
    if (request->kind == REQUEST_COLLECTIVE) {
        row->size_bins[profile_bin(call_coll_size(
            role_of(request->coll), request->out_bytes, request->in_bytes))]++;
        if (request->traced)
            trace_icollective_request(writer, call->begin, request->id,
                                      (uint64_t)request->made << 32 |
                                          request->starts);
        return;
    }
    row->size_bins[profile_bin(request->out_bytes)]++;
    charge_peer_out(thread, comm_world_rank(request->comm, request->peer),
                    request->out_bytes, 0);
    if (request->traced)
        trace_isend(writer, call->begin, request->comm->traced_as,
                    request->peer, request->tag, request->out_bytes,
                    request->id);
}

/* The communicator that a Start is charged to: of the first send. */
static uint32_t first_comm(const struct hook_call *call, int count,
                           const MPI_Request *handles)
{
    struct request request;

    for (int i = 0; i < count; i++)
        if (requests_peek(handles[i], call->begin, &request) &&
            request.comm != NULL && request.kind != REQUEST_RECV)
            return request.comm->id;
    return 0;
}

void record_start(struct hook_call *call, int count,
                  const MPI_Request *handles)
{
    struct thread *thread = thread_of(call);
    struct row *row =
        charge_begin(thread, call, first_comm(call, count, handles));
    struct request request;
    struct moved moved = { 0 };
    bool traced =
        row != NULL && thread->writer != NULL && !trace_is_off(thread->writer);

    for (int i = 0; i < count && call->result == MPI_SUCCESS; i++)
        if (requests_start(handles[i], call->begin, traced, &request) &&
            row != NULL)
            start_one(thread, row, call, &request, &moved);
    if (row == NULL)
        return;
    add_moved(row, &moved);
    charge_end(thread, call);
}

static bool was_cancelled(const struct request *request,
                          const MPI_Status *status)
{
    int cancelled = 0;

    if (request->cancelled)
        PMPI_Test_cancelled((MPI_Status *)status, &cancelled);
    return cancelled != 0;
}

/* The sender and tag: from the status, or else as the receive was posted. */
static struct received what_came(const struct request *request,
                                 const MPI_Status *status)
{
    if (request->as_posted)
        return (struct received){ request->peer, request->tag,
                                  request->in_bytes };
    return (struct received){ status->MPI_SOURCE, status->MPI_TAG,
                              received_bytes(status) };
}

static void receive_done(struct thread *thread, struct row *row,
                         const struct hook_call *call,
                         const struct request *request,
                         const MPI_Status *status, struct moved *moved)
{
    struct received came = what_came(request, status);

    moved->any = true;
    moved->in += came.bytes;
    row->size_bins[profile_bin(came.bytes)]++;
    charge_peer_in(thread, comm_world_rank(request->comm, came.source),
                   came.bytes, 0);
    if (request->traced)
        trace_irecv(thread->writer, call->end, request->comm->traced_as,
                    came.source, came.tag, came.bytes, request->id);
}

static void collective_done(struct thread *thread,
                            const struct hook_call *call,
                            const struct request *request)
{
    struct trace_collective what = {
        .coll = request->coll,
        .comm = request->comm->id,
        .root = request->root,
        .out_bytes = request->out_bytes,
        .in_bytes = request->in_bytes,
    };

    trace_icollective_complete(thread->writer, call->end, &what, request->id);
}

static uint64_t wanted_bytes(const struct request *request)
{
    return request->out_bytes + request->in_bytes;
}

/* Bytes of a file go to a row of that file. */
static void file_done(struct thread *thread, struct row *row,
                      const struct hook_call *call,
                      const struct request *request, uint64_t bytes,
                      struct moved *moved)
{
    uint64_t out = request->writes ? bytes : 0;
    struct row_key key = { row->call, row->path, row->region, 0,
                           object_make(OBJECT_FILE, request->file) };

    io_trace_waited(thread, call, request, IO_DONE, bytes);
    if (row->object != key.object) {
        row_add_bytes(rows_find(&thread->rows, &key), out, bytes - out, bytes);
        return;
    }
    moved->any = true;
    moved->out += out;
    moved->in += bytes - out;
    row->size_bins[profile_bin(bytes)]++;
}

static void one_done(struct thread *thread, struct row *row,
                     const struct hook_call *call,
                     const struct request *request, const MPI_Status *status,
                     struct moved *moved)
{
    if (request->left_out)
        trace_passes(thread->writer);
    if (request->kind == REQUEST_IO)
        file_done(thread, row, call, request,
                  file_bytes(status, wanted_bytes(request)), moved);
    else if (request->kind == REQUEST_RMA)
        rma_trace_waited(thread, call, request, true);
    if (request->comm == NULL)
        return;
    if (was_cancelled(request, status)) {
        if (request->traced)
            trace_cancelled(thread->writer, call->end, request->id);
    } else if (request->kind == REQUEST_RECV) {
        receive_done(thread, row, call, request, status, moved);
    } else if (request->traced && request->kind == REQUEST_SEND) {
        trace_isend_complete(thread->writer, call->end, request->id);
    } else if (request->traced && request->kind == REQUEST_COLLECTIVE) {
        collective_done(thread, call, request);
    }
}

enum ending { ENDING_NOT_YET, ENDING_GOOD, ENDING_FAILED };

/* With MPI_ERR_IN_STATUS a request may have failed or not be finished; after
 * another error the wrapper lists only those that MPI has given back. */
static enum ending ending_of(const struct hook_completion *outcome,
                             const struct hook_call *call, int i)
{
    int class = MPI_ERR_OTHER;

    if (call->result == MPI_SUCCESS)
        return ENDING_GOOD;
    if (!outcome->partial)
        return ENDING_FAILED;
    if (outcome->statuses[i].MPI_ERROR == MPI_SUCCESS)
        return ENDING_GOOD;
    PMPI_Error_class(outcome->statuses[i].MPI_ERROR, &class);
    return class == MPI_ERR_PENDING ? ENDING_NOT_YET : ENDING_FAILED;
}

/* The bytes that it moved, if any, are unknown. */
static void one_failed(struct thread *thread, const struct hook_call *call,
                       const struct request *request)
{
    if (request->kind == REQUEST_IO)
        io_trace_waited(thread, call, request, IO_FAILED, 0);
    if (request->traced)
        trace_cancelled(thread->writer, call->end, request->id);
}

/* The file that all finished requests are of: the time of the call is then
 * spent on it. */
static uint32_t only_file(const struct hook_call *call,
                          const struct hook_completion *outcome)
{
    struct request request;
    uint32_t file = 0;

    for (int i = 0; i < outcome->done; i++) {
        int at = outcome->indices == NULL ? i : outcome->indices[i];
        MPI_Request handle = outcome->requests[at];

        if (handle == MPI_REQUEST_NULL)
            continue;
        if (!requests_peek(handle, call->begin, &request) ||
            request.kind != REQUEST_IO || (file != 0 && request.file != file))
            return 0;
        file = request.file;
    }
    return file;
}

/* A Test that found nothing done. */
static void note_tests(struct thread *thread, const struct hook_call *call,
                       const struct hook_completion *outcome)
{
    struct request request;

    for (int i = 0; i < outcome->count; i++) {
        if (outcome->requests[i] == MPI_REQUEST_NULL ||
            !requests_peek(outcome->requests[i], call->begin, &request))
            continue;
        if (request.kind == REQUEST_RMA)
            rma_trace_waited(thread, call, &request, false);
        else if (request.kind == REQUEST_IO)
            io_trace_waited(thread, call, &request, IO_NOT_YET, 0);
    }
}

void record_complete(struct hook_call *call,
                     const struct hook_completion *outcome)
{
    struct thread *thread = thread_of(call);
    uint32_t file = requests_any_of_objects() ? only_file(call, outcome) : 0;
    struct row *row =
        charge_begin_on(thread, call, 0, object_make(OBJECT_FILE, file));
    struct request request;
    struct moved moved = { 0 };

    for (int i = 0; i < outcome->done; i++) {
        int at = outcome->indices == NULL ? i : outcome->indices[i];
        MPI_Request handle = outcome->requests[at];
        enum ending ending = ending_of(outcome, call, i);

        if (handle == MPI_REQUEST_NULL || ending == ENDING_NOT_YET ||
            !requests_take(handle, call->begin, &request) || row == NULL)
            continue;
        if (ending == ENDING_FAILED)
            one_failed(thread, call, &request);
        else
            one_done(thread, row, call, &request, &outcome->statuses[i],
                     &moved);
    }
    if (row == NULL)
        return;
    add_moved(row, &moved);
    if (outcome->done == 0 && thread->writer != NULL &&
        requests_any_of_objects())
        note_tests(thread, call, outcome);
    charge_end(thread, call);
}

static void one_freed(struct thread *thread, struct row *row,
                      const struct hook_call *call,
                      const struct request *request, struct moved *moved)
{
    if (request->kind == REQUEST_IO)
        file_done(thread, row, call, request, wanted_bytes(request), moved);
    else if (request->kind == REQUEST_SEND && request->traced)
        trace_isend_complete(thread->writer, call->end, request->id);
}

/* A send goes on, and so does what is read or written; nobody will tell when
 * it is complete, so it counts as complete here.  A receive that is freed
 * brings bytes nobody counts; a one-sided transfer ends with its epoch. */
void record_request_free(struct hook_call *call, MPI_Request handle)
{
    struct thread *thread = thread_of(call);
    struct request request = { 0 };
    struct moved moved = { 0 };
    bool active = call->result == MPI_SUCCESS &&
                  requests_drop(handle, call->begin, &request) &&
                  request.active;
    struct row *row = charge_begin_on(thread, call, 0,
                                      object_make(OBJECT_FILE, request.file));

    if (row == NULL)
        return;
    if (active)
        one_freed(thread, row, call, &request, &moved);
    add_moved(row, &moved);
    charge_end(thread, call);
}

void record_cancel(struct hook_call *call, MPI_Request handle)
{
    struct thread *thread = thread_of(call);
    struct row *row = charge_begin(thread, call, 0);

    if (call->result == MPI_SUCCESS)
        requests_cancel(handle, call->begin);
    if (row != NULL)
        charge_end(thread, call);
}
