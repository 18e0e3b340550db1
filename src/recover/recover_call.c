/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_call.c - the call that a thread is in: its call site, and the ranks
 * it waits for.
 */
#include <stdlib.h>
#include <string.h>

#include "model/notes/comm_note.h"
#include "base/text/affix.h"
#include "base/array_room.h"
#include "recover/recover_rank.h"

#define HOOK_C 1 /* enum hook_interface of the wrappers */

/* How the fields of a request lie in the kept table; a copy of one. */
struct request_seen {
    uint64_t handle;
    int32_t peer, tag;
    uint32_t comm;
    uint8_t kind;
};

/* Members of a communicator, by its rank in it. */
struct members {
    uint32_t *world;
    uint32_t count;
};

static struct members members_of(const struct recover_rank *rank,
                                 uint32_t comm)
{
    struct definition item =
        definitions_get(rank->definitions, DEFINITION_COMM, comm);
    struct comm_note note = { 0 };
    struct members members = { 0 };

    if (comm == 0 || item.note_size == 0 ||
        comm_note_decode(item.note, item.note_size, &note) != STATUS_OK)
        return members;
    if (note.remote_size > 0) {
        members = (struct members){ note.remote_members, note.remote_size };
        note.remote_members = NULL;
    } else {
        members = (struct members){ note.members, note.size };
        note.members = NULL;
    }
    comm_note_clear(&note);
    return members;
}

static int32_t world_rank(const struct recover_rank *rank, uint32_t comm,
                          int32_t peer)
{
    struct members members;
    int32_t world = ENDING_NOBODY;

    if (peer == rank->head.any_source)
        return ENDING_ANY;
    if (peer == rank->head.proc_null || peer < 0)
        return ENDING_NOBODY;
    members = members_of(rank, comm);
    if ((uint32_t)peer < members.count &&
        members.world[peer] < rank->head.ranks)
        world = (int32_t)members.world[peer];
    free(members.world);
    return world;
}

static uint32_t comm_in(const struct recover_rank *rank,
                        const struct recover_handle *list, size_t count,
                        const struct persist_call *now)
{
    for (size_t i = count; i-- > 0;) {
        const struct recover_handle *at = &list[i];
        bool same = now->interface == HOOK_C ? at->handle == now->comm
                                             : at->fortran == now->comm;

        if (same &&
            at->comm < definitions_count(rank->definitions, DEFINITION_COMM))
            return at->comm;
    }
    return 0;
}

static uint32_t comm_of(const struct recover_rank *rank,
                        const struct persist_call *now)
{
    if (now->given & PERSIST_COMM)
        return comm_in(rank, rank->handles, rank->handle_count, now);
    if (now->given & PERSIST_WINDOW && !rank->windows_unsure)
        return comm_in(rank, rank->windows, rank->window_count, now);
    return 0;
}

/* Those of a window wait for all its members. */
static bool is_collective(const char *name, const struct persist_call *now)
{
    return now->given & PERSIST_COMM || strcmp(name, "MPI_Win_fence") == 0 ||
           strcmp(name, "MPI_Win_free") == 0;
}

/* By its name: a call that begins something, or only looks, does not wait. */
static bool may_wait(const char *name)
{
    static const char *const quick[] = {
        "MPI_I",         "MPI_Test",   "MPI_Start",  "MPI_Request_",
        "MPI_Info_",     "MPI_Type_",  "MPI_Group_", "MPI_Comm_set_",
        "MPI_Comm_get_", "MPI_Pready", "MPI_Cancel"
    };

    if (starts_with(name, "MPI_Intercomm_") || strcmp(name, "MPI_Init") == 0)
        return true;
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++)
        if (starts_with(name, quick[i]))
            return false;
    return !call_makes_persistent(name);
}

static void add_wait(struct rank_ending *ending, enum ending_wait_kind kind,
                     int32_t peer, int32_t tag, uint32_t comm)
{
    if (!ARRAY_ADD(ending->waits, ending->wait_count,
                   (struct ending_wait){ (uint8_t)kind, peer, tag, comm }))
        ending->waits_cut = true;
}

static void add_message(const struct recover_rank *rank,
                        struct rank_ending *ending, enum ending_wait_kind kind,
                        int32_t peer, int32_t tag, uint32_t comm)
{
    if (peer == rank->head.proc_null)
        return;
    if (kind == ENDING_WAIT_RECEIVE && tag == rank->head.any_tag)
        tag = ENDING_ANY;
    add_wait(ending, kind, world_rank(rank, comm, peer), tag, comm);
}

static uint64_t word_at(const uint8_t *entry, uint32_t offset, uint32_t bytes)
{
    uint64_t word = 0;
    int32_t half;

    if (bytes == sizeof(half)) {
        memcpy(&half, entry + offset, sizeof(half));
        return (uint64_t)(int64_t)half;
    }
    memcpy(&word, entry + offset, sizeof(word));
    return word;
}

static bool layout_holds(const struct posted_layout *layout)
{
    uint32_t room = layout->stride;

    return room >= 16 && room <= 4096 && layout->used < room &&
           layout->active < room && layout->kind < room &&
           (layout->handle_bytes == 4 || layout->handle_bytes == 8) &&
           layout->handle <= room - 8 && layout->peer <= room - 4 &&
           layout->tag <= room - 4 && layout->comm <= room - 4;
}

static struct request_seen request_at(const struct posted_layout *layout,
                                      const uint8_t *entry)
{
    return (struct request_seen){
        .handle = word_at(entry, layout->handle, layout->handle_bytes),
        .peer = (int32_t)word_at(entry, layout->peer, 4),
        .tag = (int32_t)word_at(entry, layout->tag, 4),
        .comm = (uint32_t)word_at(entry, layout->comm, 4),
        .kind = entry[layout->kind],
    };
}

static bool find_request(const struct recover_rank *rank, uint64_t handle,
                         struct request_seen *out)
{
    const struct posted_layout *layout = &rank->head.posted;
    size_t bytes;
    const uint8_t *table = recover_rank_table(rank, PERSIST_POSTED, 0, &bytes);

    if (table == NULL || !layout_holds(layout))
        return false;
    for (size_t at = 0; at + layout->stride <= bytes; at += layout->stride) {
        const uint8_t *entry = table + at;

        if (!entry[layout->used] || !entry[layout->active])
            continue;
        *out = request_at(layout, entry);
        if (out->handle == handle)
            return true;
    }
    return false;
}

static void add_request(const struct recover_rank *rank,
                        struct rank_ending *ending, uint64_t handle)
{
    struct request_seen request;

    if (!find_request(rank, handle, &request))
        return; /* done already, or null */
    if (request.comm >= definitions_count(rank->definitions, DEFINITION_COMM))
        request.comm = 0;
    if (request.kind == POSTED_SEND || request.kind == POSTED_RECV)
        add_message(rank, ending,
                    request.kind == POSTED_SEND ? ENDING_WAIT_SEND
                                                : ENDING_WAIT_RECEIVE,
                    request.peer, request.tag, request.comm);
    else
        add_wait(ending,
                 request.kind == POSTED_COLLECTIVE ? ENDING_WAIT_COLLECTIVE
                                                   : ENDING_WAIT_OTHER,
                 ENDING_NOBODY, 0, request.comm);
}

static bool same_comm(const struct rank_ending *ending)
{
    for (size_t i = 1; i < ending->wait_count; i++)
        if (ending->waits[i].comm != ending->waits[0].comm)
            return false;
    return true;
}

static void add_requests(const struct recover_rank *rank,
                         const struct persist_call *now,
                         struct rank_ending *ending)
{
    uint32_t count = now->request_count;

    ending->wait_any = (now->given & PERSIST_ANY) != 0;
    if (count > PERSIST_REQUESTS) {
        ending->waits_cut = true;
        count = PERSIST_REQUESTS;
    }
    for (uint32_t i = 0; i < count; i++)
        add_request(rank, ending, now->requests[i]);
    if (ending->wait_count > 0 && same_comm(ending))
        ending->comm = ending->waits[0].comm;
}

static uint32_t known_world(const struct recover_rank *rank)
{
    return rank->head.world <
                   definitions_count(rank->definitions, DEFINITION_COMM)
               ? rank->head.world
               : 0;
}

static void add_waits(const struct recover_rank *rank,
                      const struct persist_call *now,
                      struct rank_ending *ending)
{
    const char *name = rank->calls[now->id - 1].name;

    if (name == NULL || !may_wait(name))
        return;
    if (now->given & (PERSIST_ANY | PERSIST_ALL)) {
        add_requests(rank, now, ending);
        return;
    }
    if (now->given & PERSIST_DEST)
        add_message(rank, ending, ENDING_WAIT_SEND, now->dest, now->tag,
                    ending->comm);
    if (now->given & PERSIST_SOURCE)
        add_message(rank, ending, ENDING_WAIT_RECEIVE, now->source,
                    now->source_tag, ending->comm);
    if (now->given & (PERSIST_DEST | PERSIST_SOURCE))
        return;
    if (is_collective(name, now))
        add_wait(ending, ENDING_WAIT_COLLECTIVE, ENDING_NOBODY, 0,
                 ending->comm);
    else if (starts_with(name, "MPI_Finalize") && rank->head.world != 0)
        add_wait(ending, ENDING_WAIT_COLLECTIVE, ENDING_NOBODY, 0,
                 known_world(rank));
    else
        add_wait(ending, ENDING_WAIT_OTHER, ENDING_NOBODY, 0, 0);
}

static const struct recover_module *module_of(const struct recover_rank *rank,
                                              uint64_t address)
{
    for (size_t i = rank->module_count; i-- > 0;)
        if (address >= rank->modules[i].low && address < rank->modules[i].high)
            return &rank->modules[i];
    return NULL;
}

/* The FRAME where the call was made; DEFINITION_NONE: not in the program. */
static uint32_t frame_of(const struct recover_rank *rank, uint64_t caller)
{
    const struct recover_module *module = module_of(rank, caller - 1);
    const char *key;
    uint32_t id;

    if (module == NULL || module->path == NULL || module->build_id == NULL)
        return DEFINITION_NONE;
    key = module->build_id[0] != '\0' ? module->build_id : module->path;
    id = definitions_intern(rank->definitions, DEFINITION_MODULE, 0, 0, key,
                            strlen(key));
    if (id == DEFINITION_NONE)
        return id;
    definitions_note(rank->definitions, DEFINITION_MODULE, id, module->path,
                     strlen(module->path), 0);
    return definitions_intern_number(rank->definitions, DEFINITION_FRAME, id,
                                     0, caller - module->bias);
}

/* The only path that ends in the frame is the one; among several it is unknown
 * which. */
static void find_path(const struct recover_rank *rank, uint64_t caller,
                      struct rank_ending *ending)
{
    uint32_t frame = frame_of(rank, caller), found = 0;
    uint32_t count = definitions_count(rank->definitions, DEFINITION_PATH);
    size_t paths = 0;

    if (frame == DEFINITION_NONE)
        return;
    for (uint32_t id = 1; id < count; id++)
        if (definitions_get(rank->definitions, DEFINITION_PATH, id).refs[1] ==
            frame) {
            found = id;
            paths++;
        }
    ending->path_known = paths == 1;
    if (paths != 1)
        found = definitions_intern(rank->definitions, DEFINITION_PATH, 0,
                                   frame, NULL, 0);
    ending->path = found == DEFINITION_NONE ? 0 : found;
}

void recover_call_describe(struct recover_rank *rank,
                           const struct persist_thread *thread,
                           struct rank_ending *ending)
{
    const struct persist_call *now = &thread->now;

    *ending = (struct rank_ending){ .call = ENDING_NO_CALL,
                                    .region = thread->node,
                                    .since = thread->last };
    if (now->id == 0)
        return;
    ending->call = now->id - 1;
    ending->since = now->begin;
    ending->comm = comm_of(rank, now);
    if (thread->path != 0 &&
        thread->path < definitions_count(rank->definitions, DEFINITION_PATH)) {
        ending->path = thread->path;
        ending->path_known = true;
    } else {
        find_path(rank, now->caller, ending);
    }
    if (thread->number == 0) /* the rank's ending is that thread's */
        add_waits(rank, now, ending);
}
