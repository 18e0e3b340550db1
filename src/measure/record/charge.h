/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * charge.h - charges the time and bytes of one call to its thread.
 *
 * Every hook surrounds its own part with these calls:
 *
 *     struct thread *thread = thread_of(call); (thread_life.h)
 *     struct row *row = charge_begin(thread, call, comm_id);
 *     ... row_add_bytes(row, ...), charge_peer(...), trace_...(...)
 *     charge_end(thread, call);
 *
 * charge_begin() returns NULL, and nothing is charged, while MPI_Pcontrol has
 * switched recording off or without memory for the thread.
 * Threads: the calling one.  No memory, no errors.
 */
#ifndef MEASURE_RECORD_CHARGE_H
#define MEASURE_RECORD_CHARGE_H

#include "live/persist.h"
#include "measure/record/paths/path_walk.h"
#include "measure/record/record_resources.h"
#include "measure/record/recorder.h"
#include "measure/record/samples/python_calls.h"
#include "measure/record/samples/record_samples.h"
#include "measure/record/thread.h"

/* Returns the path that ends at the program's call of the wrapper. */
static inline uint32_t charge_path(struct thread *thread,
                                   const struct hook_call *call)
{
    void *caller = call->caller;
    int most = recorder.callpath;
    uint32_t path;

    if (__builtin_expect(thread->python != NULL, 0)) {
        path = python_calls_path(thread->python, caller);
        if (path != STACKS_MISS)
            return path;
    }
    if (most <= 1)
        return most == 0 ? 0 : paths_id(&thread->paths, &caller, 1);
    path = stacks_find(thread->stacks, caller, call);
    return path != STACKS_MISS ? path : path_walk_call(thread, call);
}

/* Clocks of cores may differ slightly: a call whose thread moved to another
 * core must not end before its start, nor begin before the last call. */
static inline void charge_order(const struct thread *thread,
                                struct hook_call *call)
{
    if (__builtin_expect(call->begin < thread->kept->last, 0))
        call->begin = thread->kept->last;
    if (__builtin_expect(call->end < call->begin, 0))
        call->end = call->begin;
}

static inline void charge_timeline(struct thread *thread,
                                   const struct hook_call *call)
{
    thread->useful_ticks += call->begin - thread->kept->last;
    timebins_add(thread->bins, persist_thread_class(thread->kept),
                 thread->kept->last, call->begin);
    timebins_add(thread->bins, call_table[call->id].class, call->begin,
                 call->end);
}

/* Removes pauses since the thread's last call from the time before this call,
 * and from this call if it spans a pause.  False: still paused. */
bool charge_after_pause(struct thread *thread, struct hook_call *call);
/* Charges counts since the last call to the region, the call's to the row. */
void charge_counters(struct thread *thread, const struct hook_call *call,
                     struct row *row);
/* Charges counts since the last call to the current region. */
void charge_region_counters(struct thread *thread);
/* Discards counts since the last call. */
void charge_skip_counters(struct thread *thread);

/* Samples the duration of our own work per call.  A sample longer than any
 * such work was interrupted and is dropped. */
#define LONGEST_COST_NS 8000.0

void charge_cost_sample(struct thread *thread, const struct hook_call *call);

static inline void charge_cost(struct thread *thread,
                               const struct hook_call *call)
{
    if (__builtin_expect(thread->calls++ % CALLS_PER_COST_SAMPLE == 1, 0))
        charge_cost_sample(thread, call);
}

/* Whether the trace takes a message, or a receive with that room, that the
 * current call begins. */
static inline bool charge_traces(const struct thread *thread, uint64_t bytes)
{
    return thread->writer != NULL &&
           (__builtin_expect(recorder.rules == NULL, 1) ||
            trace_takes_message(thread->writer, bytes));
}

static inline bool charge_traces_room(const struct thread *thread,
                                      uint64_t room)
{
    return thread->writer != NULL &&
           (__builtin_expect(recorder.rules == NULL, 1) ||
            trace_takes_receive(thread->writer, room));
}

/* True: the trace buffer was written out. */
static inline bool charge_leave(struct thread *thread,
                                const struct hook_call *call)
{
    if (thread->writer == NULL)
        return false;
    if (thread->counting)
        trace_counters(thread->writer, call->end, thread->counters);
    if (__builtin_expect(call->result == MPI_SUCCESS, 1))
        trace_leave(thread->writer, call->end, call->id);
    else
        trace_leave_failed(thread->writer, call->end, call->id, call->result);
    return record_exclude_flush(thread);
}

static inline void charge_end(struct thread *thread,
                              const struct hook_call *call)
{
    bool sampled = record_samples_call_if_any(call->thread, call->id);

    thread->kept->last = call->end;
    if (!charge_leave(thread, call) && !sampled)
        charge_cost(thread, call);
    record_resources(thread, call->end);
}

static inline __attribute__((always_inline)) struct row *
charge_begin_on(struct thread *thread, struct hook_call *call, uint32_t comm,
                uint32_t object)
{
    struct row_key key;
    struct row *row;

    if (__builtin_expect(thread == NULL, 0))
        return NULL;
    if (!__builtin_expect(
            pauses_unchanged(&recorder.pauses, &thread->kept->pauses), 1) &&
        !charge_after_pause(thread, call))
        return NULL;
    charge_order(thread, call);
    key.call = call->id;
    key.path = charge_path(thread, call);
    key.region = thread->kept->node;
    key.comm = comm;
    key.object = object;
    row = rows_find(&thread->rows, &key);
    row_add_time(&thread->rows, row, call->end - call->begin);
    thread->kept->interfaces |= call->interface;
    row->errors += call->result != MPI_SUCCESS;
    charge_timeline(thread, call);
    if (thread->counting)
        charge_counters(thread, call, row);
    if (thread->writer != NULL) {
        if (thread->counting)
            trace_counters(thread->writer, call->begin, call->counters);
        if (object != 0)
            trace_enter_on(thread->writer, call->begin, call->id, key.path,
                           object);
        else
            trace_enter(thread->writer, call->begin, call->id, key.path);
    }
    return row;
}

/* Same for a call without window and file. */
static inline __attribute__((always_inline)) struct row *
charge_begin(struct thread *thread, struct hook_call *call, uint32_t comm)
{
    return charge_begin_on(thread, call, comm, 0);
}

/* Returns the entry of a world rank in a table of peers, whose first use may
 * touch a new page.  NULL: no room. */
static inline struct peer *charge_peer(struct thread *thread,
                                       struct peer *table, uint32_t rank)
{
    struct peer *peer = &table[rank];

    if (__builtin_expect(rank >= thread->peer_room, 0)) {
        thread->kept->lost_peers++;
        return NULL;
    }
    if (__builtin_expect(!thread->peers_used[peer - thread->peers], 0)) {
        persist_secure(peer, sizeof(*peer));
        thread->peers_used[peer - thread->peers] = true;
    }
    return peer;
}

/* Charges messages to and from a world rank; ticks: time of a blocking call,
 * else 0. */
static inline void charge_peer_out(struct thread *thread, uint32_t rank,
                                   uint64_t bytes, uint64_t ticks)
{
    struct peer *peer = charge_peer(thread, thread->peers, rank);

    if (peer == NULL)
        return;
    peer->out_messages++;
    peer->out_bytes += bytes;
    peer->time += ticks;
}

static inline void charge_peer_in(struct thread *thread, uint32_t rank,
                                  uint64_t bytes, uint64_t ticks)
{
    struct peer *peer = charge_peer(thread, thread->peers, rank);

    if (peer == NULL)
        return;
    peer->in_messages++;
    peer->in_bytes += bytes;
    peer->time += ticks;
}

/* Charges a one-sided transfer with a target; moving nothing is no
 * operation. */
static inline void charge_target(struct thread *thread, uint32_t rank,
                                 const uint64_t *out, const uint64_t *in)
{
    struct peer *peer = charge_peer(thread, thread->targets, rank);

    if (peer == NULL)
        return;
    if (out != NULL) {
        peer->out_messages++;
        peer->out_bytes += *out;
    }
    if (in != NULL) {
        peer->in_messages++;
        peer->in_bytes += *in;
    }
}

#endif
