/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rma.c - one-sided transfers inside the calls of a location.
 *
 * Bytes belong to the call that starts a transfer, so completions do not
 * matter here.  If the Enter does not name the window, as in other writers'
 * archives, the events in the call do.
 */
#include "archive/events/events_state.h"

#include <string.h>

static void use_window(struct calls *calls, uint64_t time, uint32_t id)
{
    calls_see(calls, time);
    if (calls->now.object == 0 && calls->now.depth > 0)
        calls->now.object = names_window_object(calls->names, id);
}

static struct peer *target_of(struct calls *calls, uint32_t id,
                              uint32_t target)
{
    const struct names_window *window = names_window(calls->names, id);

    if (window == NULL)
        return NULL;
    return tally_peer(calls->tally, PEER_ONE_SIDED,
                      calls_world_rank(calls, window->comm, target));
}

/* Bytes of the call; NULL: not that way. */
struct transfer {
    const uint64_t *out, *in;
};

static void add_transfer(struct calls *calls, uint32_t window, uint32_t target,
                         const struct transfer *bytes)
{
    struct calls_current *now = &calls->now;
    struct peer *peer = now->counts ? target_of(calls, window, target) : NULL;
    uint64_t out = bytes->out == NULL ? 0 : *bytes->out;
    uint64_t in = bytes->in == NULL ? 0 : *bytes->in;

    if (now->depth == 0)
        return;
    now->moved = true;
    now->out += out;
    now->in += in;
    calls_add_size(now, out > in ? out : in);
    if (peer == NULL)
        return;
    peer->out_messages += bytes->out != NULL;
    peer->out_bytes += out;
    peer->in_messages += bytes->in != NULL;
    peer->in_bytes += in;
}

static OTF2_CallbackCode on_put(OTF2_LocationRef location, OTF2_TimeStamp time,
                                uint64_t position, void *data,
                                OTF2_AttributeList *attributes,
                                OTF2_RmaWinRef window, uint32_t remote,
                                uint64_t bytes, uint64_t id)
{
    struct transfer transfer = { &bytes, NULL };

    (void)location, (void)position, (void)attributes, (void)id;
    use_window(data, time, window);
    add_transfer(data, window, remote, &transfer);
    calls_log_access(data, window, remote);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_get(OTF2_LocationRef location, OTF2_TimeStamp time,
                                uint64_t position, void *data,
                                OTF2_AttributeList *attributes,
                                OTF2_RmaWinRef window, uint32_t remote,
                                uint64_t bytes, uint64_t id)
{
    struct transfer transfer = { NULL, &bytes };

    (void)location, (void)position, (void)attributes, (void)id;
    use_window(data, time, window);
    add_transfer(data, window, remote, &transfer);
    calls_log_access(data, window, remote);
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
    struct transfer transfer = { fetches && sent == 0 ? NULL : &sent,
                                 fetches ? &received : NULL };

    (void)location, (void)position, (void)attributes, (void)id;
    use_window(data, time, window);
    add_transfer(data, window, remote, &transfer);
    calls_log_access(data, window, remote);
    return OTF2_CALLBACK_SUCCESS;
}

/* MPI_Win_allocate_shared_c -> "allocate_shared" */
static void note_kind(struct calls *calls, const struct names_window *window)
{
    const struct names *names = calls->names;
    const char *call = names->profile->calls[calls->now.call].name;
    const char *start = "MPI_Win_";
    size_t length = strlen(call);
    char kind[64];

    if (strncmp(call, start, strlen(start)) != 0 || length >= sizeof(kind))
        return;
    strcpy(kind, call + strlen(start));
    length -= strlen(start);
    if (length > 2 && strcmp(kind + length - 2, "_c") == 0)
        kind[length - 2] = '\0';
    names_note_window(calls->names, window, kind);
}

static OTF2_CallbackCode on_create(OTF2_LocationRef location,
                                   OTF2_TimeStamp time, uint64_t position,
                                   void *data, OTF2_AttributeList *attributes,
                                   OTF2_RmaWinRef id)
{
    struct calls *calls = data;
    const struct names_window *window = names_window(calls->names, id);

    (void)location, (void)position, (void)attributes;
    use_window(calls, time, id);
    if (window != NULL && calls->now.depth > 0 &&
        definitions_window_kind(calls->names->profile->definitions,
                                window->id)[0] == '\0')
        note_kind(calls, window);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_destroy(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, uint64_t position,
                                    void *data, OTF2_AttributeList *attributes,
                                    OTF2_RmaWinRef window)
{
    (void)location, (void)position, (void)attributes;
    use_window(data, time, window);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_collective(OTF2_LocationRef location, OTF2_TimeStamp time,
              uint64_t position, void *data, OTF2_AttributeList *attributes,
              OTF2_CollectiveOp operation, OTF2_RmaSyncLevel level,
              OTF2_RmaWinRef window, uint32_t root, uint64_t sent,
              uint64_t received)
{
    (void)location, (void)position, (void)attributes, (void)operation;
    (void)level, (void)root, (void)sent, (void)received;
    use_window(data, time, window);
    calls_log_window(data, window);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_group(OTF2_LocationRef location,
                                  OTF2_TimeStamp time, uint64_t position,
                                  void *data, OTF2_AttributeList *attributes,
                                  OTF2_RmaSyncLevel level,
                                  OTF2_RmaWinRef window, OTF2_GroupRef group)
{
    (void)location, (void)position, (void)attributes, (void)level;
    use_window(data, time, window);
    calls_log_group(data, window, group);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_lock(OTF2_LocationRef location,
                                 OTF2_TimeStamp time, uint64_t position,
                                 void *data, OTF2_AttributeList *attributes,
                                 OTF2_RmaWinRef window, uint32_t remote,
                                 uint64_t lock, OTF2_LockType type)
{
    (void)location, (void)position, (void)attributes, (void)lock;
    use_window(data, time, window);
    calls_log_lock(data, window, remote, type == OTF2_LOCK_EXCLUSIVE);
    return OTF2_CALLBACK_SUCCESS;
}

/* The call that has it now, as MPI_Win_flush, works there. */
static OTF2_CallbackCode
on_acquired(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
            void *data, OTF2_AttributeList *attributes, OTF2_RmaWinRef window,
            uint32_t remote, uint64_t lock, OTF2_LockType type)
{
    (void)location, (void)position, (void)attributes, (void)lock, (void)type;
    calls_see(data, time);
    calls_log_access(data, window, remote);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_release(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, uint64_t position,
                                    void *data, OTF2_AttributeList *attributes,
                                    OTF2_RmaWinRef window, uint32_t remote,
                                    uint64_t lock)
{
    (void)location, (void)position, (void)attributes, (void)lock;
    use_window(data, time, window);
    calls_log_unlock(data, time, window, remote);
    return OTF2_CALLBACK_SUCCESS;
}

void calls_rma_callbacks(OTF2_EvtReaderCallbacks *on)
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
