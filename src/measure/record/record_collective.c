/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/record_hooks.h"

#include "measure/record/charge.h"
#include "measure/record/collective_bytes.h"
#include "measure/record/thread_life.h"
#include "measure/track/requests.h"

static int trace_root(enum call_coll coll, const struct hook_collective *args,
                      const struct comm_info *info)
{
    if (!collective_has_root(coll))
        return TRACE_ROOT_NONE;
    if (info->remote_size > 0) {
        if (args->root == MPI_ROOT)
            return TRACE_ROOT_SELF;
        if (args->root == MPI_PROC_NULL)
            return TRACE_ROOT_THIS_GROUP;
    }
    return args->root;
}

static void keep_request(struct thread *thread, const struct hook_call *call,
                         const struct hook_collective *args,
                         const struct trace_collective *what,
                         struct comm_info *info, bool charged)
{
    struct request request = {
        .handle = *args->request,
        .since = call->end,
        .kind = REQUEST_COLLECTIVE,
        .persistent = args->persistent,
        .active = !args->persistent,
        .coll = what->coll,
        .root = what->root,
        .out_bytes = what->out_bytes,
        .in_bytes = what->in_bytes,
        .comm = info,
    };
    uint64_t id;

    if (args->persistent) {
        request.left_out = recorder.rules != NULL &&
                           recorder.rules->calls[call->id] != TRACE_IN;
        request.made =
            __atomic_add_fetch(&info->persistent, 1, __ATOMIC_RELAXED);
    } else {
        request.traced =
            charged && info->traced_as != 0 && trace_takes(thread->writer);
    }
    id = requests_add(&request);
    if (request.traced)
        trace_icollective_request(thread->writer, call->begin, id, 0);
}

static void trace_blocking(struct thread *thread, const struct hook_call *call,
                           const struct trace_collective *what)
{
    trace_collective_begin(thread->writer, call->begin);
    trace_collective_end(thread->writer, call->end, what);
}

void record_collective(struct hook_call *call,
                       const struct hook_collective *args)
{
    const struct call_info *about = &call_table[call->id];
    struct thread *thread = thread_of(call);
    struct comm_info *info = thread == NULL || call->result != MPI_SUCCESS
                                 ? NULL
                                 : thread_comm(thread, args->comm);
    bool moves = info != NULL && !args->persistent;
    struct row *row = charge_begin(thread, call, moves ? info->id : 0);
    struct trace_collective what = { .coll = about->coll };
    struct collective_bytes bytes;

    if (info != NULL) {
        bytes = collective_bytes(about->coll, args, info, &thread->datatypes);
        what.comm = info->traced_as;
        what.root = trace_root(about->coll, args, info);
        what.out_bytes = bytes.out;
        what.in_bytes = bytes.in;
    }
    if (row != NULL && moves)
        row_add_bytes(
            row, what.out_bytes, what.in_bytes,
            call_coll_size(about->role, what.out_bytes, what.in_bytes));
    if (info != NULL && args->request != NULL)
        keep_request(thread, call, args, &what, info, row != NULL);
    else if (row != NULL && what.comm != 0 && thread->writer != NULL)
        trace_blocking(thread, call, &what);
    if (row != NULL)
        charge_end(thread, call);
}
