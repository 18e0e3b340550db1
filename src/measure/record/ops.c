/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ops.c - the table of functions through which wrappers record (hook.h), and
 * what comes before every call.
 */
#include "base/cancel.h"
#include "call_ids.h"
#include "measure/callsite/modules.h"
#include "measure/callsite/walk.h"
#include "measure/counters/counters.h"
#include "measure/record/charge.h"
#include "measure/record/event_costs.h"
#include "measure/record/record_hooks.h"
#include "measure/record/record_left.h"
#include "measure/record/recorder.h"
#include "measure/record/samples/python_calls.h"
#include "measure/record/samples/record_samples.h"
#include "measure/record/thread_life.h"

/* Whether the overhead of the call that begins is to be measured. */
static bool is_cost_sample(const struct hook_call *call)
{
    const struct thread *thread = call->thread->data;

    return thread != NULL && thread->calls % CALLS_PER_COST_SAMPLE == 1;
}

static void read_counters(struct hook_call *call)
{
    struct thread *thread = call->thread->data;
    bool sampled = is_cost_sample(call);
    uint64_t begin = sampled ? record_now() : 0;

    counters_read(call->counters);
    if (sampled)
        thread->cost_before += record_now() - begin;
}

static void record_before(struct hook_call *call)
{
    struct thread *thread;

    record_samples_work_if_any(call->thread);
    if (is_cost_sample(call)) {
        thread = call->thread->data;
        thread->cost_before = 0;
    }
    if (recorder.python) {
        if (call->thread->data == NULL)
            call->begin = record_now();
        thread = thread_of(call);
        if (thread != NULL)
            python_calls_before(thread, call);
    }
    if (recorder.counter_count > 0)
        read_counters(call);
}

/* Earlier work of the thread lies before its location in the trace starts. */
static void record_first(struct hook_call *call)
{
    record_samples_work_if_any(call->thread);
    thread_of(call);
}

static void record_plain(struct hook_call *call)
{
    struct thread *thread = thread_of(call);

    if (charge_begin(thread, call, 0) == NULL)
        return;
    charge_end(thread, call);
    if (call->id == CALL_MPI_Comm_set_attr)
        thread->attached_at = thread->calls;
}

static void record_code_unloads(const struct hook_thread *thread,
                                bool by_program)
{
    int before;

    if (by_program) {
        record_samples_before_unload(thread);
        before = cancel_lock(&recorder.lock);
        recorder.unloading++;
        cancel_unlock(&recorder.lock, before);
    }
    walk_unload_begins();
    paths_unload_begins();
}

/* Code that MPI unloads in its calls was on no call path: the program's next unload is
 * not to find it gone.  With unloads at the same time, nobody knows whose it was. */
static void record_code_unloaded(bool by_program)
{
    int before = cancel_lock(&recorder.lock);
    bool gone =
        modules_were_unloaded(recorder.modules) && recorder.unloading > 0;

    recorder.unloading -= by_program;
    cancel_unlock(&recorder.lock, before);
    walk_unload_ends(gone);
    paths_unload_ends();
}

const struct hook_ops record_ops = {
    .before = record_before,
    .first = record_first,
    .left = record_left,
    .plain = record_plain,
    .send = record_send,
    .isend = record_isend,
    .recv = record_recv,
    .irecv = record_irecv,
    .sendrecv = record_sendrecv,
    .mprobe = record_mprobe,
    .mrecv = record_mrecv,
    .start = record_start,
    .complete = record_complete,
    .request_free = record_request_free,
    .cancel = record_cancel,
    .collective = record_collective,
    .comm_created = record_comm_created,
    .comm_freed = record_comm_freed,
    .comm_named = record_comm_named,
    .type_freed = record_type_freed,
    .code_unloads = record_code_unloads,
    .code_unloaded = record_code_unloaded,
    .rma = record_rma,
    .window_synced = record_window_synced,
    .on_window = record_on_window,
    .window_created = record_window_created,
    .window_freed = record_window_freed,
    .window_named = record_window_named,
    .io = record_io,
    .on_file = record_on_file,
    .file_opened = record_file_opened,
    .file_sought = record_file_sought,
    .file_closed = record_file_closed,
    .file_deleted = record_file_deleted,
    .pcontrol = record_pcontrol,
    .region_begin = event_region_begin,
    .region_end = event_region_end,
    .range_begin = event_range_begin,
    .range_end = event_range_end,
    .function_enter = event_function_enter,
    .function_leave = event_function_leave,
};
