/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/track/requests.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "live/persist.h"
#include "base/hash.h"
#include "base/log.h"

#define FIRST_ROOM 128u

/* How many newer ones of a handle may have come since a call began, that of
 * another thread each.  More than these are alike, and any of them will do. */
#define MOST_NEWER 64

/* Those of one handle are a list, the oldest of which is in the table itself:
 * most are alone.  Links are indices of nodes, 0: none. */
struct slot {
    struct request request;
    bool used;
    uint32_t second, newest;
};

struct node {
    struct request request;
    uint32_t older; /* 0: the one in the table */
    uint32_t newer; /* also: the next free one */
};

static struct {
    struct slot *slots;
    uint32_t mask, used;
    uint32_t count;                   /* of requests */
    struct node *nodes;               /* 0 is no node */
    uint32_t nodes_room, nodes_fresh; /* from there on never used */
    uint32_t nodes_free;              /* the first of those used before */
    bool shared;
    char lock;
    uint64_t last_id, lost, active;
} state;

uint64_t requests_of_objects;

/* Under the lock; others read it without. */
static void count_object(const struct request *request, int change)
{
    if (request->kind == REQUEST_IO || request->kind == REQUEST_RMA)
        __atomic_store_n(&requests_of_objects,
                         requests_of_objects + (uint64_t)change,
                         __ATOMIC_RELAXED);
}

static void lock_requests(void)
{
    if (!state.shared)
        return;
    while (__atomic_test_and_set(&state.lock, __ATOMIC_ACQUIRE))
        while (__atomic_load_n(&state.lock, __ATOMIC_RELAXED))
            continue;
}

static void unlock_requests(void)
{
    if (state.shared)
        __atomic_clear(&state.lock, __ATOMIC_RELEASE);
}

static inline uint32_t home_of(MPI_Request handle)
{
    uint64_t key = (uint64_t)(uintptr_t)handle * HASH_FACTOR;

    return (uint32_t)(key >> 32) & state.mask;
}

/* Any of them may be the next that is used. */
static struct slot *new_slots(uint32_t count)
{
    size_t bytes = count * sizeof(struct slot);
    struct slot *slots = persist_reserve(PERSIST_POSTED, 0, bytes);

    persist_secure(slots, bytes);
    return slots;
}

void requests_layout(struct posted_layout *layout)
{
    *layout = (struct posted_layout){
        .stride = sizeof(struct slot),
        .used = offsetof(struct slot, used),
        .active = offsetof(struct slot, request.active),
        .kind = offsetof(struct slot, request.kind),
        .handle = offsetof(struct slot, request.handle),
        .handle_bytes = sizeof(MPI_Request),
        .peer = offsetof(struct slot, request.peer),
        .tag = offsetof(struct slot, request.tag),
        .comm = offsetof(struct slot, request.comm_id),
    };
}

enum status requests_setup(bool share)
{
    memset(&state, 0, sizeof(state));
    state.shared = share;
    state.slots = new_slots(FIRST_ROOM);
    if (state.slots == NULL)
        return log_fail(STATUS_NO_MEMORY, "table of requests");
    state.mask = FIRST_ROOM - 1;
    state.nodes_fresh = 1;
    return STATUS_OK;
}

void requests_teardown(void)
{
    persist_release(state.slots, (state.mask + 1ull) * sizeof(*state.slots));
    free(state.nodes);
    memset(&state, 0, sizeof(state));
}

/* That of the handle, or the empty one where it would be. */
static inline struct slot *slot_of(MPI_Request handle)
{
    uint32_t at = home_of(handle);

    while (state.slots[at].used && state.slots[at].request.handle != handle)
        at = (at + 1) & state.mask;
    return &state.slots[at];
}

static bool grow_slots(void)
{
    struct slot *old = state.slots;
    uint32_t count = state.mask + 1;
    struct slot *fresh = new_slots(2 * count);

    if (fresh == NULL)
        return false;
    state.slots = fresh;
    state.mask = 2 * count - 1;
    for (uint32_t i = 0; i < count; i++)
        if (old[i].used)
            *slot_of(old[i].request.handle) = old[i];
    persist_release(old, count * sizeof(*old));
    return true;
}

static bool grow_nodes(void)
{
    uint64_t room =
        state.nodes_room == 0 ? FIRST_ROOM : 2 * (uint64_t)state.nodes_room;
    struct node *more =
        room > UINT32_MAX ? NULL : realloc(state.nodes, room * sizeof(*more));

    if (more == NULL)
        return false;
    state.nodes = more;
    state.nodes_room = (uint32_t)room;
    return true;
}

/* 0: no memory. */
static uint32_t take_node(void)
{
    uint32_t at = state.nodes_free;

    if (at != 0) {
        state.nodes_free = state.nodes[at].newer;
        return at;
    }
    if (state.nodes_fresh >= state.nodes_room && !grow_nodes())
        return 0;
    return state.nodes_fresh++;
}

/* Behind the others of its handle; NULL: no memory. */
static struct request *append_request(struct slot *slot,
                                      const struct request *request)
{
    uint32_t at = take_node();

    if (at == 0)
        return NULL;
    state.nodes[at] =
        (struct node){ .request = *request, .older = slot->newest };
    if (slot->newest == 0)
        slot->second = at;
    else
        state.nodes[slot->newest].newer = at;
    slot->newest = at;
    return &state.nodes[at].request;
}

static struct request *find_newest(struct slot *slot, uint64_t begin)
{
    uint32_t at = slot->newest;

    for (int i = 0; at != 0 && i < MOST_NEWER; i++) {
        if (state.nodes[at].request.since <= begin)
            return &state.nodes[at].request;
        at = state.nodes[at].older;
    }
    return &slot->request;
}

/* NULL: unknown. */
static inline struct request *slot_find(struct slot *slot, uint64_t begin)
{
    if (!slot->used)
        return NULL;
    return state.shared ? find_newest(slot, begin) : &slot->request;
}

/* Backward shift: what follows moves up unless it is at home already. */
static void empty_slot(struct slot *slot)
{
    uint32_t hole = (uint32_t)(slot - state.slots);
    uint32_t at = hole;

    for (;;) {
        at = (at + 1) & state.mask;
        if (!state.slots[at].used)
            break;
        if (((at - home_of(state.slots[at].request.handle)) & state.mask) >=
            ((at - hole) & state.mask)) {
            state.slots[hole] = state.slots[at];
            hole = at;
        }
    }
    state.slots[hole].used = false;
    state.used--;
}

static void unlink_node(struct slot *slot, uint32_t at)
{
    struct node *node = &state.nodes[at];

    if (node->older == 0)
        slot->second = node->newer;
    else
        state.nodes[node->older].newer = node->newer;
    if (node->newer == 0)
        slot->newest = node->older;
    else
        state.nodes[node->newer].older = node->older;
    node->newer = state.nodes_free;
    state.nodes_free = at;
}

/* The result of slot_find(). */
static void discard_request(struct slot *slot, struct request *request)
{
    uint32_t second = slot->second;

    state.count--;
    if (request != &slot->request) {
        unlink_node(slot, (uint32_t)((struct node *)request - state.nodes));
    } else if (second != 0) {
        slot->request = state.nodes[second].request;
        unlink_node(slot, second);
    } else {
        empty_slot(slot);
    }
}

/* Not that of sends that complete immediately, or of what need not be done. */
static bool has_own_handle(const struct request *request)
{
    return request->persistent ||
           (request->kind == REQUEST_RECV && request->comm != NULL);
}

static struct slot *slot_for(const struct request *request)
{
    struct slot *slot = slot_of(request->handle);

    while (slot->used && !state.shared &&
           (has_own_handle(request) || has_own_handle(&slot->request))) {
        state.active -= slot->request.active;
        count_object(&slot->request, -1);
        discard_request(slot, &slot->request);
        slot = slot_of(request->handle);
    }
    return slot;
}

/* With the lock held; NULL: no memory. */
static struct request *request_add(const struct request *request)
{
    struct slot *slot;

    if (state.count >= REQUESTS_MOST)
        return NULL;
    if (state.used >= state.mask - state.mask / 4 && !grow_slots())
        return NULL;
    slot = slot_for(request);
    if (slot->used)
        return append_request(slot, request);
    *slot = (struct slot){ .request = *request, .used = true };
    state.used++;
    return &slot->request;
}

uint64_t requests_add(const struct request *request)
{
    struct request *added;
    uint64_t id = 0;

    lock_requests();
    added = request_add(request);
    if (added == NULL) {
        state.lost++;
    } else {
        state.count++;
        id = added->id = ++state.last_id;
        added->comm_id = added->comm == NULL ? 0 : added->comm->id;
        state.active += request->active;
        count_object(added, 1);
    }
    unlock_requests();
    return id;
}

bool requests_take(MPI_Request handle, uint64_t begin, struct request *out)
{
    struct request *request;
    struct slot *slot;
    bool found = false;

    lock_requests();
    slot = slot_of(handle);
    request = slot_find(slot, begin);
    if (request != NULL && request->active) {
        *out = *request;
        found = true;
        state.active--;
        request->active = false;
        request->cancelled = false;
        count_object(request, -1);
        if (!request->persistent)
            discard_request(slot, request);
    }
    unlock_requests();
    return found;
}

bool requests_peek(MPI_Request handle, uint64_t begin, struct request *out)
{
    struct request *request;

    lock_requests();
    request = slot_find(slot_of(handle), begin);
    if (request != NULL)
        *out = *request;
    unlock_requests();
    return request != NULL;
}

bool requests_start(MPI_Request handle, uint64_t begin, bool traced,
                    struct request *out)
{
    struct request *request;

    lock_requests();
    request = slot_find(slot_of(handle), begin);
    if (request != NULL) {
        state.active += !request->active;
        request->active = true;
        request->starts++;
        request->id = ++state.last_id;
        request->traced = traced && request->comm != NULL &&
                          request->comm->traced_as != 0 && !request->left_out;
        *out = *request;
    }
    unlock_requests();
    return request != NULL;
}

bool requests_cancel(MPI_Request handle, uint64_t begin)
{
    struct request *request;

    lock_requests();
    request = slot_find(slot_of(handle), begin);
    if (request != NULL)
        request->cancelled = true;
    unlock_requests();
    return request != NULL;
}

bool requests_drop(MPI_Request handle, uint64_t begin, struct request *out)
{
    struct request *request;
    struct slot *slot;

    lock_requests();
    slot = slot_of(handle);
    request = slot_find(slot, begin);
    if (request != NULL) {
        *out = *request;
        state.active -= request->active;
        count_object(request, -1);
        discard_request(slot, request);
    }
    unlock_requests();
    return request != NULL;
}

uint64_t requests_open(void)
{
    return state.active;
}

uint64_t requests_lost(void)
{
    return state.lost;
}
