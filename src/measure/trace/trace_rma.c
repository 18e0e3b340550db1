/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_rma.c - one-sided records, in the order of Score-P: a transfer where
 * it starts, its completions in the calls that cause them.
 */
#include "measure/trace/trace_rma.h"

#include "measure/trace/trace_internal.h"

#define LOCK_ID 0 /* MPI has one lock per window and rank */

void trace_rma_begin(struct trace_writer *writer, uint64_t ticks)
{
    if (writer != NULL && writer->state == WRITER_HOLDING)
        writer->held.mute = true; /* no rank has its end, then */
    if (!writer_is_on(writer))
        return;
    writer_expect(writer,
                  OTF2_EvtWriter_RmaCollectiveBegin(
                      writer->events, NULL, writer_stamp(writer, ticks)));
}

static void write_life(struct trace_writer *writer, uint64_t ticks,
                       enum trace_rma_collective what, uint32_t window)
{
    uint64_t stamp = writer_stamp(writer, ticks);

    if (what == TRACE_RMA_CREATE || what == TRACE_RMA_ALLOCATE)
        writer_expect(writer, OTF2_EvtWriter_RmaWinCreate(writer->events, NULL,
                                                          stamp, window));
    else if (what == TRACE_RMA_FREE || what == TRACE_RMA_DEALLOCATE)
        writer_expect(writer, OTF2_EvtWriter_RmaWinDestroy(
                                  writer->events, NULL, stamp, window));
}

static uint32_t level_of(enum trace_rma_collective what)
{
    return what == TRACE_RMA_FENCE
               ? OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY
               : OTF2_RMA_SYNC_LEVEL_PROCESS;
}

void trace_rma_end(struct trace_writer *writer, uint64_t ticks,
                   enum trace_rma_collective what, uint32_t window)
{
    static const uint8_t operations[] = {
        [TRACE_RMA_CREATE] = OTF2_COLLECTIVE_OP_CREATE_HANDLE,
        [TRACE_RMA_ALLOCATE] = OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE,
        [TRACE_RMA_FREE] = OTF2_COLLECTIVE_OP_DESTROY_HANDLE,
        [TRACE_RMA_DEALLOCATE] =
            OTF2_COLLECTIVE_OP_DESTROY_HANDLE_AND_DEALLOCATE,
        [TRACE_RMA_FENCE] = OTF2_COLLECTIVE_OP_BARRIER,
    };

    if (!writer_is_on(writer))
        return;
    write_life(writer, ticks, what, window);
    WRITE(RmaCollectiveEnd, operations[what], level_of(what), window,
          OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
}

void trace_rma_group(struct trace_writer *writer, uint64_t ticks, bool opens,
                     uint32_t window, uint32_t group)
{
    uint32_t level = OTF2_RMA_SYNC_LEVEL_PROCESS;

    if (!writer_is_on(writer) && !trace_pick_sync(writer))
        return;
    if (!opens)
        level |= OTF2_RMA_SYNC_LEVEL_MEMORY;
    WRITE(RmaGroupSync, level, window, group);
}

static void write_atomic(struct trace_writer *writer, uint64_t ticks,
                         OTF2_RmaAtomicType type,
                         const struct trace_transfer *what)
{
    WRITE(RmaAtomic, what->window, what->target, type, what->out_bytes,
          what->in_bytes, what->id);
}

void trace_transfer(struct trace_writer *writer, uint64_t ticks,
                    const struct trace_transfer *what)
{
    static const uint8_t types[] = {
        [TRACE_RMA_ACCUMULATE] = OTF2_RMA_ATOMIC_TYPE_ACCUMULATE,
        [TRACE_RMA_FETCH] = OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE,
        [TRACE_RMA_COMPARE_AND_SWAP] = OTF2_RMA_ATOMIC_TYPE_COMPARE_AND_SWAP,
    };

    if (!writer_is_on(writer))
        return;
    if (what->kind == TRACE_RMA_PUT)
        WRITE(RmaPut, what->window, what->target, what->out_bytes, what->id);
    else if (what->kind == TRACE_RMA_GET)
        WRITE(RmaGet, what->window, what->target, what->in_bytes, what->id);
    else
        write_atomic(writer, ticks, types[what->kind], what);
}

void trace_transfer_done(struct trace_writer *writer, uint64_t ticks,
                         enum trace_rma_done how, uint32_t window, uint64_t id)
{
    if (how == TRACE_RMA_TESTED ? !writer_is_on(writer) : !writer_must(writer))
        return;
    if (how == TRACE_RMA_TESTED)
        WRITE(RmaOpTest, window, id);
    else if (how == TRACE_RMA_LOCAL)
        WRITE(RmaOpCompleteNonBlocking, window, id);
    else
        WRITE(RmaOpCompleteRemote, window, id);
}

static OTF2_LockType lock_type(bool exclusive)
{
    return exclusive ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED;
}

bool trace_lock_request(struct trace_writer *writer, uint64_t ticks,
                        uint32_t window, uint32_t target, bool exclusive)
{
    if (!writer_is_on(writer) && !trace_pick_sync(writer))
        return false;
    WRITE(RmaRequestLock, window, target, LOCK_ID, lock_type(exclusive));
    return true;
}

void trace_lock_acquire(struct trace_writer *writer, uint64_t ticks,
                        uint32_t window, uint32_t target, bool exclusive)
{
    if (writer_must(writer))
        WRITE(RmaAcquireLock, window, target, LOCK_ID, lock_type(exclusive));
}

void trace_lock_release(struct trace_writer *writer, uint64_t ticks,
                        uint32_t window, uint32_t target)
{
    if (writer_must(writer))
        WRITE(RmaReleaseLock, window, target, LOCK_ID);
}
