/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/record_hooks.h"

#include <stdio.h>
#include <string.h>

#include "base/cancel.h"
#include "base/text/affix.h"
#include "measure/record/charge.h"
#include "measure/record/record_rma_trace.h"
#include "measure/record/thread_life.h"
#include "measure/track/requests.h"

/* With the recorder's lock held.  Entries of those that share an id serve
 * again, of which nobody hears: then no handle tells any more. */
static void keep_window(const struct window *window, uint32_t comm)
{
    if (recorder.journal == NULL)
        return;
    if (window->shared)
        comm = 0;
    journal_window(recorder.journal, (uint64_t)(intptr_t)window->handle,
                   (uint64_t)(int64_t)PMPI_Win_c2f(window->handle), comm);
}

void record_new_window(struct window *window, void *context)
{
    struct recorder *all = context;
    uint32_t comm = window->comm == NULL ? 0 : window->comm->id;
    int before = cancel_lock(&all->lock);

    window->id = definitions_intern_number(all->definitions, DEFINITION_WINDOW,
                                           comm, 0, window->ordinal);
    if (window->id == DEFINITION_NONE)
        window->id = 0;
    keep_window(window, comm);
    cancel_unlock(&all->lock, before);
}

static uint32_t object_of(const struct window *window)
{
    return window == NULL ? 0 : object_make(OBJECT_WINDOW, window->id);
}

/* MPI_Win_allocate_shared_c -> "allocate_shared" */
static void kind_of_window(uint32_t call, char *out, size_t size)
{
    const char *name = call_table[call].name + strlen("MPI_Win_");

    snprintf(out, size, "%s", name);
    cut_end(out, "_c");
}

/* With MPI_NO_OP the origin's count and type may be anything. */
static uint64_t origin_bytes(struct thread *thread,
                             const struct hook_rma *args)
{
    if (args->op == MPI_NO_OP || args->out_count <= 0)
        return 0;
    return (uint64_t)args->out_count *
           datatypes_size(&thread->datatypes, args->out_type);
}

static uint64_t result_bytes(struct thread *thread,
                             const struct hook_rma *args)
{
    if (args->in_count <= 0)
        return 0;
    return (uint64_t)args->in_count *
           datatypes_size(&thread->datatypes, args->in_type);
}

/* Returns its id in the trace. */
static uint64_t charge_transfer(struct thread *thread,
                                const struct hook_call *call, struct row *row,
                                struct window *window,
                                const struct hook_rma *args)
{
    uint64_t out = origin_bytes(thread, args);
    uint64_t in = result_bytes(thread, args);
    bool sends = args->out_type != 0 && args->op != MPI_NO_OP;
    bool gets = args->in_type != 0;
    uint32_t rank = window->comm == NULL
                        ? COMMS_NO_RANK
                        : comm_world_rank(window->comm, args->target);

    row_add_bytes(row, out, in, out > in ? out : in);
    charge_target(thread, rank, sends ? &out : NULL, gets ? &in : NULL);
    return rma_trace_transfer(thread, call, window, args, out, in);
}

static void keep_request(const struct hook_call *call, MPI_Request handle,
                         struct window *window, uint64_t transfer,
                         bool left_out)
{
    struct request request = { .handle = handle,
                               .since = call->end,
                               .kind = REQUEST_RMA,
                               .active = true,
                               .left_out = left_out,
                               .window = window,
                               .transfer = transfer };

    requests_add(&request);
}

void record_rma(struct hook_call *call, const struct hook_rma *args)
{
    struct thread *thread = thread_of(call);
    struct window *window =
        thread == NULL ? NULL : thread_window(thread, args->win);
    struct row *row = charge_begin_on(thread, call, 0, object_of(window));
    bool moves =
        row != NULL && window != NULL && args->target != MPI_PROC_NULL;
    uint64_t id = 0;

    if (moves)
        id = charge_transfer(thread, call, row, window, args);
    if (args->request != NULL && thread != NULL)
        keep_request(call, *args->request, window, id,
                     moves && id == 0 && recorder.rules != NULL);
    if (row != NULL)
        charge_end(thread, call);
}

void record_window_synced(struct hook_call *call, const struct hook_sync *args)
{
    struct thread *thread = thread_of(call);
    struct window *window =
        thread == NULL ? NULL : thread_window(thread, args->win);

    if (charge_begin_on(thread, call, 0, object_of(window)) == NULL)
        return;
    if (window != NULL)
        rma_trace_sync(thread, call, window, args);
    charge_end(thread, call);
}

void record_on_window(struct hook_call *call, MPI_Win win)
{
    struct thread *thread = thread_of(call);
    struct window *window = thread == NULL ? NULL : thread_window(thread, win);

    if (charge_begin_on(thread, call, 0, object_of(window)) != NULL)
        charge_end(thread, call);
}

/* A slot of the others may become another's: its facts do not last. */
static const struct comm_info *lasting_comm(const struct comm_info *info)
{
    return info == NULL || info->other ? NULL : info;
}

void record_window_created(struct hook_call *call, MPI_Comm comm,
                           MPI_Win created)
{
    struct thread *thread = thread_of(call);
    struct window *window = NULL;
    char kind[sizeof(window->kind)];

    kind_of_window(call->id, kind, sizeof(kind));
    if (thread != NULL)
        window = windows_created(lasting_comm(thread_comm(thread, comm)),
                                 created, kind, call->end);
    if (charge_begin_on(thread, call, 0, object_of(window)) == NULL)
        return;
    if (window != NULL)
        rma_trace_created(thread, call, window);
    charge_end(thread, call);
}

void record_window_freed(struct hook_call *call, MPI_Win win)
{
    struct thread *thread = thread_of(call);
    struct window *window =
        thread == NULL ? NULL : windows_freed(win, call->begin);

    if (charge_begin_on(thread, call, 0, object_of(window)) == NULL)
        return;
    if (window != NULL)
        rma_trace_freed(thread, call, window);
    charge_end(thread, call);
}

void record_window_named(struct hook_call *call, MPI_Win win, const char *name)
{
    windows_named(win, name);
    record_on_window(call, win);
}
