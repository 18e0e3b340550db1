/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_rma.c - records of one-sided communication.
 */
#include "archive/reader/otf2_events.h"

OTF2_RECORD(on_put, OTF2_RmaWinRef window, uint32_t remote, uint64_t bytes,
            uint64_t id)
{
    const struct events_transfer transfer = {
        .window = window, .target = remote, .sends = true, .out = bytes
    };

    (void)id;
    events_transfer(otf2_events_into(data), time, &transfer);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_get, OTF2_RmaWinRef window, uint32_t remote, uint64_t bytes,
            uint64_t id)
{
    const struct events_transfer transfer = {
        .window = window, .target = remote, .fetches = true, .in = bytes
    };

    (void)id;
    events_transfer(otf2_events_into(data), time, &transfer);
    return OTF2_CALLBACK_SUCCESS;
}

/* Fetching with MPI_NO_OP sends nothing. */
OTF2_RECORD(on_atomic, OTF2_RmaWinRef window, uint32_t remote,
            OTF2_RmaAtomicType type, uint64_t sent, uint64_t received,
            uint64_t id)
{
    bool fetches = type != OTF2_RMA_ATOMIC_TYPE_ACCUMULATE;
    const struct events_transfer transfer = { .window = window,
                                              .target = remote,
                                              .sends = !fetches || sent > 0,
                                              .fetches = fetches,
                                              .out = sent,
                                              .in = received };

    (void)id;
    events_transfer(otf2_events_into(data), time, &transfer);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_complete, OTF2_RmaWinRef window, uint64_t id)
{
    (void)window, (void)id;
    events_transfer_completed(otf2_events_into(data), time);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_create, OTF2_RmaWinRef window)
{
    events_window_created(otf2_events_into(data), time, window);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_destroy, OTF2_RmaWinRef window)
{
    events_window_freed(otf2_events_into(data), time, window);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_collective, OTF2_CollectiveOp operation,
            OTF2_RmaSyncLevel level, OTF2_RmaWinRef window, uint32_t root,
            uint64_t sent, uint64_t received)
{
    (void)operation, (void)level, (void)root, (void)sent, (void)received;
    events_window_collective(otf2_events_into(data), time, window);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_group, OTF2_RmaSyncLevel level, OTF2_RmaWinRef window,
            OTF2_GroupRef group)
{
    (void)level;
    events_window_group(otf2_events_into(data), time, window, group);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_lock, OTF2_RmaWinRef window, uint32_t remote, uint64_t lock,
            OTF2_LockType type)
{
    (void)lock;
    events_lock(otf2_events_into(data), time, window, remote,
                type == OTF2_LOCK_EXCLUSIVE);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_acquired, OTF2_RmaWinRef window, uint32_t remote, uint64_t lock,
            OTF2_LockType type)
{
    (void)lock, (void)type;
    events_locked(otf2_events_into(data), time, window, remote);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_release, OTF2_RmaWinRef window, uint32_t remote, uint64_t lock)
{
    (void)lock;
    events_unlock(otf2_events_into(data), time, window, remote);
    return OTF2_CALLBACK_SUCCESS;
}

void otf2_events_rma_callbacks(OTF2_EvtReaderCallbacks *on)
{
    OTF2_EvtReaderCallbacks_SetRmaPutCallback(on, on_put);
    OTF2_EvtReaderCallbacks_SetRmaGetCallback(on, on_get);
    OTF2_EvtReaderCallbacks_SetRmaAtomicCallback(on, on_atomic);
    OTF2_EvtReaderCallbacks_SetRmaOpCompleteBlockingCallback(on, on_complete);
    OTF2_EvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback(on,
                                                                on_complete);
    OTF2_EvtReaderCallbacks_SetRmaOpCompleteRemoteCallback(on, on_complete);
    OTF2_EvtReaderCallbacks_SetRmaWinCreateCallback(on, on_create);
    OTF2_EvtReaderCallbacks_SetRmaWinDestroyCallback(on, on_destroy);
    OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback(on, on_collective);
    OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback(on, on_group);
    OTF2_EvtReaderCallbacks_SetRmaRequestLockCallback(on, on_lock);
    OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback(on, on_acquired);
    OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback(on, on_release);
}
