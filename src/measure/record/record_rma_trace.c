/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/record_rma_trace.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/cancel.h"
#include "measure/record/recorder.h"
#include "measure/trace/trace_rma.h"
#include "measure/track/requests.h"

/* For the epochs of all windows. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Where the ends of transfers are written to. */
struct ending {
    struct trace_writer *writer;
    uint64_t ticks;
    uint32_t window;
};

static void write_end(void *context, uint64_t id, bool remote)
{
    const struct ending *ending = context;

    trace_transfer_done(ending->writer, ending->ticks,
                        remote ? TRACE_RMA_REMOTE : TRACE_RMA_LOCAL,
                        ending->window, id);
}

static struct ending ending_of(const struct thread *thread,
                               const struct hook_call *call,
                               const struct window *window)
{
    return (struct ending){ thread->writer, call->end, window->id };
}

static uint32_t traced_target(int target)
{
    return target == EPOCH_ALL ? TRACE_ALL_TARGETS : (uint32_t)target;
}

static enum trace_rma_kind kind_of(uint32_t call, const struct hook_rma *args)
{
    bool accumulates = call_table[call].role == CALL_ROLE_ATOMIC;

    if (args->in_type == 0)
        return accumulates ? TRACE_RMA_ACCUMULATE : TRACE_RMA_PUT;
    if (accumulates && args->op == (MPI_Op)0)
        return TRACE_RMA_COMPARE_AND_SWAP; /* the one without */
    return accumulates ? TRACE_RMA_FETCH : TRACE_RMA_GET;
}

uint64_t rma_trace_transfer(struct thread *thread,
                            const struct hook_call *call,
                            struct window *window, const struct hook_rma *args,
                            uint64_t out_bytes, uint64_t in_bytes)
{
    struct trace_transfer what = {
        .kind = kind_of(call->id, args),
        .window = window->id,
        .target = (uint32_t)args->target,
        .out_bytes = out_bytes,
        .in_bytes = in_bytes,
    };
    int before;

    if (!trace_takes_transfer(thread->writer,
                              out_bytes > in_bytes ? out_bytes : in_bytes))
        return 0;
    before = cancel_lock(&lock);
    what.id = epoch_begin(&window->epoch, args->target, args->in_type != 0,
                          args->request != NULL);
    cancel_unlock(&lock, before);
    trace_transfer(thread->writer, call->begin, &what);
    return what.id;
}

/* The members in terms of world ranks; 0: unknown, or not all of them. */
static uint32_t group_definition(MPI_Group group)
{
    uint32_t size, id = DEFINITION_NONE;
    uint32_t *members = comms_group_members(group, &size);
    bool known = members != NULL;
    int before;

    for (uint32_t i = 0; known && i < size; i++)
        known = members[i] != COMMS_NO_RANK;
    if (known) {
        before = cancel_lock(&recorder.lock);
        id = definitions_group(recorder.definitions, members, size);
        cancel_unlock(&recorder.lock, before);
    }
    free(members);
    return id == DEFINITION_NONE ? 0 : id;
}

static void open_epoch(struct thread *thread, const struct hook_call *call,
                       struct window *window, const struct hook_sync *args)
{
    uint32_t group = group_definition(args->group);

    if (args->kind == HOOK_SYNC_START)
        window->epoch.access = group;
    else
        window->epoch.exposure = group;
    trace_rma_group(thread->writer, call->end, true, window->id, group);
}

/* complete ends the window's own transfers; wait and test show that the
 * others' transfers have ended. */
static void close_epoch(struct thread *thread, const struct hook_call *call,
                        struct window *window, enum hook_sync_kind kind)
{
    struct ending ending = ending_of(thread, call, window);
    bool access = kind == HOOK_SYNC_COMPLETE;

    if (access)
        epoch_end(&window->epoch, EPOCH_ALL, EPOCH_ENDS_HERE, write_end,
                  &ending);
    trace_rma_group(thread->writer, call->end, false, window->id,
                    access ? window->epoch.access : window->epoch.exposure);
}

static void trace_fence(struct thread *thread, const struct hook_call *call,
                        struct window *window)
{
    struct ending ending = ending_of(thread, call, window);

    trace_rma_begin(thread->writer, call->begin);
    epoch_end(&window->epoch, EPOCH_ALL, EPOCH_ENDS, write_end, &ending);
    trace_rma_end(thread->writer, call->end, TRACE_RMA_FENCE, window->id);
}

/* MPI_Win_lock may return before it has the lock; what needs it has it. */
static void trace_grant(struct thread *thread, const struct hook_call *call,
                        struct window *window, int target)
{
    const struct epoch_lock *granted = epoch_grant(&window->epoch, target);

    if (granted != NULL && granted->traced)
        trace_lock_acquire(thread->writer, call->end, window->id,
                           traced_target(target), granted->exclusive);
}

static void take_lock(struct thread *thread, const struct hook_call *call,
                      struct window *window, int target, bool exclusive)
{
    bool traced = trace_lock_request(thread->writer, call->begin, window->id,
                                     traced_target(target), exclusive);
    struct epoch_lock *taken = epoch_lock(&window->epoch, target, exclusive);

    if (taken != NULL)
        taken->traced = traced;
}

static void give_lock(struct thread *thread, const struct hook_call *call,
                      struct window *window, int target)
{
    struct ending ending = ending_of(thread, call, window);

    trace_grant(thread, call, window, target);
    epoch_end(&window->epoch, target, EPOCH_ENDS, write_end, &ending);
    if (epoch_unlock(&window->epoch, target))
        trace_lock_release(thread->writer, call->end, window->id,
                           traced_target(target));
}

static void trace_flush(struct thread *thread, const struct hook_call *call,
                        struct window *window, int target,
                        enum epoch_ending how)
{
    struct ending ending = ending_of(thread, call, window);

    if (how == EPOCH_ENDS && target != EPOCH_ALL &&
        epoch_is_open(&window->epoch, target))
        trace_grant(thread, call, window, target);
    epoch_end(&window->epoch, target, how, write_end, &ending);
}

static void flush_kind(struct thread *thread, const struct hook_call *call,
                       struct window *window, const struct hook_sync *args)
{
    bool all = args->kind == HOOK_SYNC_FLUSH_ALL ||
               args->kind == HOOK_SYNC_FLUSH_LOCAL_ALL;
    bool local = args->kind == HOOK_SYNC_FLUSH_LOCAL ||
                 args->kind == HOOK_SYNC_FLUSH_LOCAL_ALL;

    trace_flush(thread, call, window, all ? EPOCH_ALL : args->target,
                local ? EPOCH_ENDS_LOCALLY : EPOCH_ENDS);
}

/* With the lock held. */
static void trace_synchronise(struct thread *thread,
                              const struct hook_call *call,
                              struct window *window,
                              const struct hook_sync *args)
{
    switch (args->kind) {
    case HOOK_SYNC_FENCE: trace_fence(thread, call, window); break;
    case HOOK_SYNC_POST:
    case HOOK_SYNC_START: open_epoch(thread, call, window, args); break;
    case HOOK_SYNC_COMPLETE:
    case HOOK_SYNC_WAIT:
    case HOOK_SYNC_TEST:
        if (args->done)
            close_epoch(thread, call, window, args->kind);
        break;
    case HOOK_SYNC_LOCK:
        take_lock(thread, call, window, args->target,
                  args->lock_type == MPI_LOCK_EXCLUSIVE);
        break;
    case HOOK_SYNC_LOCK_ALL:
        take_lock(thread, call, window, EPOCH_ALL, false);
        break;
    case HOOK_SYNC_UNLOCK:
        give_lock(thread, call, window, args->target);
        break;
    case HOOK_SYNC_UNLOCK_ALL:
        give_lock(thread, call, window, EPOCH_ALL);
        break;
    default: flush_kind(thread, call, window, args);
    }
}

void rma_trace_sync(struct thread *thread, const struct hook_call *call,
                    struct window *window, const struct hook_sync *args)
{
    int before;

    if (thread->writer == NULL || args->target == MPI_PROC_NULL)
        return;
    before = cancel_lock(&lock);
    trace_synchronise(thread, call, window, args);
    cancel_unlock(&lock, before);
}

/* Whether MPI made the memory together with the window. */
static bool has_memory(const struct window *window)
{
    return strncmp(window->kind, "allocate", strlen("allocate")) == 0;
}

void rma_trace_created(struct thread *thread, const struct hook_call *call,
                       const struct window *window)
{
    if (thread->writer == NULL)
        return;
    trace_keep(thread->writer);
    trace_rma_begin(thread->writer, call->begin);
    trace_rma_end(thread->writer, call->end,
                  has_memory(window) ? TRACE_RMA_ALLOCATE : TRACE_RMA_CREATE,
                  window->id);
}

void rma_trace_freed(struct thread *thread, const struct hook_call *call,
                     struct window *window)
{
    struct ending ending;
    int before;

    if (thread->writer == NULL)
        return;
    ending = ending_of(thread, call, window);
    before = cancel_lock(&lock);
    trace_keep(thread->writer);
    trace_rma_begin(thread->writer, call->begin);
    epoch_end(&window->epoch, EPOCH_ALL, EPOCH_ENDS, write_end, &ending);
    trace_rma_end(thread->writer, call->end,
                  has_memory(window) ? TRACE_RMA_DEALLOCATE : TRACE_RMA_FREE,
                  window->id);
    epoch_clear(&window->epoch);
    cancel_unlock(&lock, before);
}

void rma_trace_waited(struct thread *thread, const struct hook_call *call,
                      const struct request *request, bool done)
{
    struct window *window = request->window;
    struct ending ending;
    int before;

    if (thread->writer == NULL || request->transfer == 0)
        return;
    ending = ending_of(thread, call, window);
    before = cancel_lock(&lock);
    if (done)
        epoch_end_one(&window->epoch, request->transfer, write_end, &ending);
    else if (epoch_is_open_one(&window->epoch, request->transfer))
        trace_transfer_done(thread->writer, call->end, TRACE_RMA_TESTED,
                            window->id, request->transfer);
    cancel_unlock(&lock, before);
}
