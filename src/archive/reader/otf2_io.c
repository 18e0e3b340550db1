/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_io.c - records of files.
 */
#include "archive/reader/otf2_events.h"

static enum events_io_kind kind_of(OTF2_IoOperationMode mode)
{
    return mode == OTF2_IO_OPERATION_MODE_READ    ? EVENTS_IO_READ
           : mode == OTF2_IO_OPERATION_MODE_WRITE ? EVENTS_IO_WRITE
                                                  : EVENTS_IO_FLUSH;
}

OTF2_RECORD(on_begin, OTF2_IoHandleRef handle, OTF2_IoOperationMode mode,
            OTF2_IoOperationFlag flags, uint64_t wanted, uint64_t id)
{
    const struct events_io io = {
        kind_of(mode), (flags & OTF2_IO_OPERATION_FLAG_COLLECTIVE) != 0,
        handle, id
    };

    (void)wanted;
    events_io_begin(otf2_events_into(data), time, &io);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_complete, OTF2_IoHandleRef handle, uint64_t bytes, uint64_t id)
{
    events_io_done(otf2_events_into(data), time, handle, id, bytes);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_cancelled, OTF2_IoHandleRef handle, uint64_t id)
{
    events_io_cancelled(otf2_events_into(data), time, handle, id);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_create, OTF2_IoHandleRef handle, OTF2_IoAccessMode mode,
            OTF2_IoCreationFlag creation, OTF2_IoStatusFlag status)
{
    (void)mode, (void)creation, (void)status;
    events_file_collective(otf2_events_into(data), time, handle);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_destroy, OTF2_IoHandleRef handle)
{
    events_file_collective(otf2_events_into(data), time, handle);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_seek, OTF2_IoHandleRef handle, int64_t offset,
            OTF2_IoSeekOption whence, uint64_t place)
{
    (void)offset, (void)whence, (void)place;
    events_file_seek(otf2_events_into(data), time, handle);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_delete, OTF2_IoParadigmRef paradigm, OTF2_IoFileRef file)
{
    (void)paradigm;
    events_file_delete(otf2_events_into(data), time, file);
    return OTF2_CALLBACK_SUCCESS;
}

void otf2_events_io_callbacks(OTF2_EvtReaderCallbacks *on)
{
    OTF2_EvtReaderCallbacks_SetIoOperationBeginCallback(on, on_begin);
    OTF2_EvtReaderCallbacks_SetIoOperationCompleteCallback(on, on_complete);
    OTF2_EvtReaderCallbacks_SetIoOperationCancelledCallback(on, on_cancelled);
    OTF2_EvtReaderCallbacks_SetIoCreateHandleCallback(on, on_create);
    OTF2_EvtReaderCallbacks_SetIoDestroyHandleCallback(on, on_destroy);
    OTF2_EvtReaderCallbacks_SetIoSeekCallback(on, on_seek);
    OTF2_EvtReaderCallbacks_SetIoDeleteFileCallback(on, on_delete);
}
