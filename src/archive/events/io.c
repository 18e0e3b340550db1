/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * io.c - reads and writes of files inside the calls of a location.
 *
 * Bytes belong to the call in which an operation completes, and to the file;
 * the record of its start says whether they were read or written.
 */
#include "archive/events/events_state.h"

#include "base/hash.h"

enum direction { READS, WRITES, FLUSHES };

#define IN_LOG 4u /* beside the direction: its end is wanted there */

static void use_file(struct calls *calls, uint64_t time, uint32_t object)
{
    calls_see(calls, time);
    if (calls->now.object == 0 && calls->now.depth > 0)
        calls->now.object = object;
}

static void use_handle(struct calls *calls, uint64_t time, uint32_t handle)
{
    use_file(calls, time, names_handle_object(calls->names, handle));
}

/* Ids are unique for a handle. */
static uint64_t key_of(uint32_t handle, uint64_t id)
{
    return hash_mix(handle, id);
}

static OTF2_CallbackCode
on_begin(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
         void *data, OTF2_AttributeList *attributes, OTF2_IoHandleRef handle,
         OTF2_IoOperationMode mode, OTF2_IoOperationFlag flags,
         uint64_t wanted, uint64_t id)
{
    struct calls *calls = data;
    uint32_t direction = mode == OTF2_IO_OPERATION_MODE_READ    ? READS
                         : mode == OTF2_IO_OPERATION_MODE_WRITE ? WRITES
                                                                : FLUSHES;

    (void)location, (void)position, (void)attributes, (void)wanted;
    use_handle(calls, time, handle);
    if ((flags & OTF2_IO_OPERATION_FLAG_COLLECTIVE) &&
        calls_log_io_begin(calls, handle, key_of(handle, id)))
        direction |= IN_LOG;
    if (!pending_add(&calls->io, key_of(handle, id), direction))
        calls->tally->failed = true;
    return OTF2_CALLBACK_SUCCESS;
}

static void add_to_call(struct calls_current *now, uint64_t out, uint64_t in)
{
    now->moved = true;
    now->out += out;
    now->in += in;
    calls_add_size(now, out + in);
}

/* The call is spent on other things, too: a row for the bytes alone. */
static void add_to_row(struct calls *calls, uint32_t object, uint64_t out,
                       uint64_t in)
{
    const struct calls_current *now = &calls->now;
    struct tally_key key = { .call = now->call,
                             .path = now->path,
                             .region = calls_node_now(calls),
                             .object = object };
    uint32_t index;
    struct row *row;

    if (!now->counts)
        return;
    index = tally_row(calls->tally, &key);
    if (index >= calls->tally->row_count)
        return;
    row = &calls->tally->rows[index];
    tally_spread(&row->out, out);
    tally_spread(&row->in, in);
    row->size_bins[profile_bin(out + in)]++;
}

static OTF2_CallbackCode
on_complete(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
            void *data, OTF2_AttributeList *attributes,
            OTF2_IoHandleRef handle, uint64_t bytes, uint64_t id)
{
    struct calls *calls = data;
    uint32_t object = names_handle_object(calls->names, handle);
    uint32_t direction;
    uint64_t out, in;

    (void)location, (void)position, (void)attributes;
    calls_see(calls, time);
    if (!pending_take_number(&calls->io, key_of(handle, id), &direction))
        return OTF2_CALLBACK_SUCCESS;
    if (direction & IN_LOG)
        calls_log_io_end(calls, handle, key_of(handle, id));
    direction &= ~IN_LOG;
    if (direction == FLUSHES || calls->now.depth == 0)
        return OTF2_CALLBACK_SUCCESS;
    out = direction == WRITES ? bytes : 0;
    in = direction == WRITES ? 0 : bytes;
    if (calls->now.object == object)
        add_to_call(&calls->now, out, in);
    else
        add_to_row(calls, object, out, in);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_cancelled(OTF2_LocationRef location,
                                      OTF2_TimeStamp time, uint64_t position,
                                      void *data,
                                      OTF2_AttributeList *attributes,
                                      OTF2_IoHandleRef handle, uint64_t id)
{
    struct calls *calls = data;
    uint32_t direction;

    (void)location, (void)position, (void)attributes;
    calls_see(calls, time);
    pending_take_number(&calls->io, key_of(handle, id), &direction);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_create(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
          void *data, OTF2_AttributeList *attributes, OTF2_IoHandleRef handle,
          OTF2_IoAccessMode mode, OTF2_IoCreationFlag creation,
          OTF2_IoStatusFlag status)
{
    (void)location, (void)position, (void)attributes, (void)mode;
    (void)creation, (void)status;
    use_handle(data, time, handle);
    calls_log_file(data, handle);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_destroy(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, uint64_t position,
                                    void *data, OTF2_AttributeList *attributes,
                                    OTF2_IoHandleRef handle)
{
    (void)location, (void)position, (void)attributes;
    use_handle(data, time, handle);
    calls_log_file(data, handle);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_seek(OTF2_LocationRef location,
                                 OTF2_TimeStamp time, uint64_t position,
                                 void *data, OTF2_AttributeList *attributes,
                                 OTF2_IoHandleRef handle, int64_t offset,
                                 OTF2_IoSeekOption whence, uint64_t place)
{
    (void)location, (void)position, (void)attributes, (void)offset;
    (void)whence, (void)place;
    use_handle(data, time, handle);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_delete(OTF2_LocationRef location,
                                   OTF2_TimeStamp time, uint64_t position,
                                   void *data, OTF2_AttributeList *attributes,
                                   OTF2_IoParadigmRef paradigm,
                                   OTF2_IoFileRef file)
{
    struct calls *calls = data;

    (void)location, (void)position, (void)attributes, (void)paradigm;
    use_file(calls, time, names_file_object(calls->names, file));
    return OTF2_CALLBACK_SUCCESS;
}

void calls_io_callbacks(OTF2_EvtReaderCallbacks *on)
{
    OTF2_EvtReaderCallbacks_SetIoOperationBeginCallback(on, on_begin);
    OTF2_EvtReaderCallbacks_SetIoOperationCompleteCallback(on, on_complete);
    OTF2_EvtReaderCallbacks_SetIoOperationCancelledCallback(on, on_cancelled);
    OTF2_EvtReaderCallbacks_SetIoCreateHandleCallback(on, on_create);
    OTF2_EvtReaderCallbacks_SetIoDestroyHandleCallback(on, on_destroy);
    OTF2_EvtReaderCallbacks_SetIoSeekCallback(on, on_seek);
    OTF2_EvtReaderCallbacks_SetIoDeleteFileCallback(on, on_delete);
}
