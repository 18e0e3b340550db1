#include "measure/track/requests.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"

#define FIRST_ROOM 1024u

static struct {
    struct request *slots;
    uint32_t mask, used;
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

static void lock(void)
{
    if (!state.shared)
        return;
    while (__atomic_test_and_set(&state.lock, __ATOMIC_ACQUIRE))
        while (__atomic_load_n(&state.lock, __ATOMIC_RELAXED))
            continue;
}

static void unlock(void)
{
    if (state.shared)
        __atomic_clear(&state.lock, __ATOMIC_RELEASE);
}

static inline uint32_t home_of(MPI_Request handle)
{
    uint64_t key = (uint64_t)(uintptr_t)handle * 0x9e3779b97f4a7c15u;

    return (uint32_t)(key >> 32) & state.mask;
}

enum status requests_setup(bool share)
{
    memset(&state, 0, sizeof(state));
    state.shared = share;
    state.slots = calloc(FIRST_ROOM, sizeof(*state.slots));
    if (state.slots == NULL)
        return log_fail(STATUS_NO_MEMORY, "table of requests");
    state.mask = FIRST_ROOM - 1;
    return STATUS_OK;
}

void requests_teardown(void)
{
    free(state.slots);
    memset(&state, 0, sizeof(state));
}

static struct request *empty_slot(MPI_Request handle)
{
    uint32_t at = home_of(handle);

    while (state.slots[at].used)
        at = (at + 1) & state.mask;
    return &state.slots[at];
}

/* Keeps the order of equal handles: the walk starts behind an empty slot, so
 * that no run of neighbours is entered in its middle. */
static bool grow(void)
{
    struct request *old = state.slots;
    uint32_t count = state.mask + 1;
    struct request *fresh = calloc(2 * (size_t)count, sizeof(*fresh));
    uint32_t start = 0;

    if (fresh == NULL)
        return false;
    while (old[start].used)
        start++;
    state.slots = fresh;
    state.mask = 2 * count - 1;
    for (uint32_t i = 1; i <= count; i++) {
        const struct request *from = &old[(start + i) & (count - 1)];

        if (from->used)
            *empty_slot(from->handle) = *from;
    }
    free(old);
    return true;
}

/* Equal handles stand in the order in which they came. */
static struct request *find(MPI_Request handle, uint64_t begin)
{
    struct request *found = NULL;
    uint32_t at = home_of(handle);

    for (; state.slots[at].used; at = (at + 1) & state.mask) {
        struct request *slot = &state.slots[at];

        if (slot->handle != handle)
            continue;
        if (!state.shared)
            return slot;
        if (found == NULL || slot->since <= begin)
            found = slot;
    }
    return found;
}

/* Backward shift: what follows moves up unless it is at home already. */
static void remove_slot(struct request *slot)
{
    uint32_t hole = (uint32_t)(slot - state.slots);
    uint32_t at = hole;

    for (;;) {
        at = (at + 1) & state.mask;
        if (!state.slots[at].used)
            break;
        if (((at - home_of(state.slots[at].handle)) & state.mask) >=
            ((at - hole) & state.mask)) {
            state.slots[hole] = state.slots[at];
            hole = at;
        }
    }
    state.slots[hole].used = false;
    state.used--;
}

uint64_t requests_add(const struct request *request)
{
    struct request *slot;
    uint64_t id = 0;

    lock();
    if (state.used >= state.mask - state.mask / 4 && !grow()) {
        state.lost++;
    } else {
        slot = empty_slot(request->handle);
        *slot = *request;
        slot->used = true;
        id = slot->id = ++state.last_id;
        state.used++;
        state.active += request->active;
        count_object(slot, 1);
    }
    unlock();
    return id;
}

bool requests_take(MPI_Request handle, uint64_t begin, struct request *out)
{
    struct request *slot;
    bool found = false;

    lock();
    slot = find(handle, begin);
    if (slot != NULL && slot->active) {
        *out = *slot;
        found = true;
        state.active--;
        slot->active = false;
        slot->cancelled = false;
        count_object(slot, -1);
        if (!slot->persistent)
            remove_slot(slot);
    }
    unlock();
    return found;
}

bool requests_peek(MPI_Request handle, uint64_t begin, struct request *out)
{
    struct request *slot;

    lock();
    slot = find(handle, begin);
    if (slot != NULL)
        *out = *slot;
    unlock();
    return slot != NULL;
}

bool requests_start(MPI_Request handle, uint64_t begin, bool traced,
                    struct request *out)
{
    struct request *slot;

    lock();
    slot = find(handle, begin);
    if (slot != NULL) {
        state.active += !slot->active;
        slot->active = true;
        slot->id = ++state.last_id;
        slot->traced = traced && slot->comm != NULL;
        *out = *slot;
    }
    unlock();
    return slot != NULL;
}

bool requests_cancel(MPI_Request handle, uint64_t begin)
{
    struct request *slot;

    lock();
    slot = find(handle, begin);
    if (slot != NULL)
        slot->cancelled = true;
    unlock();
    return slot != NULL;
}

bool requests_drop(MPI_Request handle, uint64_t begin, struct request *out)
{
    struct request *slot;

    lock();
    slot = find(handle, begin);
    if (slot != NULL) {
        *out = *slot;
        state.active -= slot->active;
        count_object(slot, -1);
        remove_slot(slot);
    }
    unlock();
    return slot != NULL;
}

uint64_t requests_open(void)
{
    return state.active;
}

uint64_t requests_lost(void)
{
    return state.lost;
}
