/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_rma.c - records of one-sided communication.
 */
#include "archive/reader/otf2_events.h"

static OTF2_CallbackCode on_put(OTF2_LocationRef location, OTF2_TimeStamp time,
                                uint64_t position, void *data,
                                OTF2_AttributeList *attributes,
                                OTF2_RmaWinRef window, uint32_t remote,
                                uint64_t bytes, uint64_t id)
{
    const struct events_transfer transfer = {
        .window = window, .target = remote, .sends = true, .out = bytes
    };

    (void)location, (void)position, (void)attributes, (void)id;
    events_transfer(otf2_events_into(data), time, &transfer);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_get(OTF2_LocationRef location, OTF2_TimeStamp time,
                                uint64_t position, void *data,
                                OTF2_AttributeList *attributes,
                                OTF2_RmaWinRef window, uint32_t remote,
                                uint64_t bytes, uint64_t id)
{
    const struct events_transfer transfer = {
        .window = window, .target = remote, .fetches = true, .in = bytes
    };

    (void)location, (void)position, (void)attributes, (void)id;
    events_transfer(otf2_events_into(data), time, &transfer);
    return OTF2_CALLBACK_SUCCESS;
}

/* Fetching with MPI_NO_OP sends nothing. */
static OTF2_CallbackCode on_atomic(OTF2_LocationRef location,
                                   OTF2_TimeStamp time, uint64_t position,
                                   void *data, OTF2_AttributeList *attributes,
                                   OTF2_RmaWinRef window, uint32_t remote,
                                   OTF2_RmaAtomicType type, uint64_t sent,
                                   uint64_t received, uint64_t id)
{
    bool fetches = type != OTF2_RMA_ATOMIC_TYPE_ACCUMULATE;
    const struct events_transfer transfer = { .window = window,
                                              .target = remote,
                                              .sends = !fetches || sent > 0,
                                              .fetches = fetches,
                                              .out = sent,
                                              .in = received };

    (void)location, (void)position, (void)attributes, (void)id;
    events_transfer(otf2_events_into(data), time, &transfer);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_create(OTF2_LocationRef location,
                                   OTF2_TimeStamp time, uint64_t position,
                                   void *data, OTF2_AttributeList *attributes,
                                   OTF2_RmaWinRef window)
{
    (void)location, (void)position, (void)attributes;
    events_window_created(otf2_events_into(data), time, window);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_destroy(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, uint64_t position,
                                    void *data, OTF2_AttributeList *attributes,
                                    OTF2_RmaWinRef window)
{
    (void)location, (void)position, (void)attributes;
    events_window_freed(otf2_events_into(data), time, window);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_collective(OTF2_LocationRef location, OTF2_TimeStamp time,
              uint64_t position, void *data, OTF2_AttributeList *attributes,
              OTF2_CollectiveOp operation, OTF2_RmaSyncLevel level,
              OTF2_RmaWinRef window, uint32_t root, uint64_t sent,
              uint64_t received)
{
    (void)location, (void)position, (void)attributes, (void)operation,
        (void)level, (void)root, (void)sent, (void)received;
    events_window_collective(otf2_events_into(data), time, window);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_group(OTF2_LocationRef location,
                                  OTF2_TimeStamp time, uint64_t position,
                                  void *data, OTF2_AttributeList *attributes,
                                  OTF2_RmaSyncLevel level,
                                  OTF2_RmaWinRef window, OTF2_GroupRef group)
{
    (void)location, (void)position, (void)attributes, (void)level;
    events_window_group(otf2_events_into(data), time, window, group);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_lock(OTF2_LocationRef location,
                                 OTF2_TimeStamp time, uint64_t position,
                                 void *data, OTF2_AttributeList *attributes,
                                 OTF2_RmaWinRef window, uint32_t remote,
                                 uint64_t lock, OTF2_LockType type)
{
    (void)location, (void)position, (void)attributes, (void)lock;
    events_lock(otf2_events_into(data), time, window, remote,
                type == OTF2_LOCK_EXCLUSIVE);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_acquired(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
            void *data, OTF2_AttributeList *attributes, OTF2_RmaWinRef window,
            uint32_t remote, uint64_t lock, OTF2_LockType type)
{
    (void)location, (void)position, (void)attributes, (void)lock, (void)type;
    events_locked(otf2_events_into(data), time, window, remote);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_release(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, uint64_t position,
                                    void *data, OTF2_AttributeList *attributes,
                                    OTF2_RmaWinRef window, uint32_t remote,
                                    uint64_t lock)
{
    (void)location, (void)position, (void)attributes, (void)lock;
    events_unlock(otf2_events_into(data), time, window, remote);
    return OTF2_CALLBACK_SUCCESS;
}

void otf2_events_rma_callbacks(OTF2_EvtReaderCallbacks *on)
{
    OTF2_EvtReaderCallbacks_SetRmaPutCallback(on, on_put);
    OTF2_EvtReaderCallbacks_SetRmaGetCallback(on, on_get);
    OTF2_EvtReaderCallbacks_SetRmaAtomicCallback(on, on_atomic);
    OTF2_EvtReaderCallbacks_SetRmaWinCreateCallback(on, on_create);
    OTF2_EvtReaderCallbacks_SetRmaWinDestroyCallback(on, on_destroy);
    OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback(on, on_collective);
    OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback(on, on_group);
    OTF2_EvtReaderCallbacks_SetRmaRequestLockCallback(on, on_lock);
    OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback(on, on_acquired);
    OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback(on, on_release);
}
