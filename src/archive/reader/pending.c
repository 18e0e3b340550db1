#include "archive/reader/pending.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define FIRST_SLOTS 256u

bool pending_init(struct pending *pending)
{
    memset(pending, 0, sizeof(*pending));
    pending->mask = FIRST_SLOTS - 1;
    pending->slots = calloc(FIRST_SLOTS, sizeof(*pending->slots));
    return pending->slots != NULL;
}

void pending_clear(struct pending *pending)
{
    free(pending->slots);
    free(pending->calls);
    memset(pending, 0, sizeof(*pending));
}

void pending_reset(struct pending *pending)
{
    if (pending->used > 0)
        memset(pending->slots, 0,
               (pending->mask + 1ull) * sizeof(*pending->slots));
    pending->used = 0;
    pending->call_count = 0;
}

static uint32_t slot_of(const struct pending *pending, uint64_t request)
{
    return (uint32_t)hash_mix(0, request) & pending->mask;
}

uint32_t pending_add_call(struct pending *pending)
{
    uint32_t room = pending->call_room == 0 ? 64 : 2 * pending->call_room;
    struct pending_call *calls;

    if (pending->used == 0)
        pending->call_count = 0; /* nobody refers to the old ones */
    if (pending->call_count == pending->call_room) {
        calls = realloc(pending->calls, room * sizeof(*calls));
        if (calls == NULL)
            return UINT32_MAX;
        pending->calls = calls;
        pending->call_room = room;
    }
    return pending->call_count++;
}

static void put(struct pending *pending, uint64_t request, uint32_t call)
{
    uint32_t at = slot_of(pending, request);

    while (pending->slots[at].call != 0)
        at = (at + 1) & pending->mask;
    pending->slots[at] = (struct pending_slot){ request, call };
}

static bool more_slots(struct pending *pending)
{
    uint32_t old = pending->mask + 1;
    struct pending_slot *before = pending->slots;
    struct pending_slot *fresh = calloc(2 * (size_t)old, sizeof(*fresh));

    if (fresh == NULL)
        return false;
    pending->slots = fresh;
    pending->mask = 2 * old - 1;
    for (uint32_t i = 0; i < old; i++)
        if (before[i].call != 0)
            put(pending, before[i].request, before[i].call);
    free(before);
    return true;
}

bool pending_add(struct pending *pending, uint64_t request, uint32_t call)
{
    if (2 * pending->used > pending->mask && !more_slots(pending))
        return false;
    put(pending, request, call + 1);
    pending->used++;
    return true;
}

/* Closes the gap at `hole` so that every entry stays reachable. */
static void close_gap(struct pending *pending, uint32_t hole)
{
    uint32_t mask = pending->mask, at = hole;

    for (;;) {
        uint32_t home;

        at = (at + 1) & mask;
        if (pending->slots[at].call == 0)
            break;
        home = slot_of(pending, pending->slots[at].request);
        if (((at - home) & mask) >= ((at - hole) & mask)) {
            pending->slots[hole] = pending->slots[at];
            hole = at;
        }
    }
    pending->slots[hole].call = 0;
}

bool pending_take_number(struct pending *pending, uint64_t request,
                         uint32_t *number)
{
    uint32_t at = slot_of(pending, request);

    while (pending->slots[at].call != 0 &&
           pending->slots[at].request != request)
        at = (at + 1) & pending->mask;
    if (pending->slots[at].call == 0)
        return false;
    *number = pending->slots[at].call - 1;
    close_gap(pending, at);
    pending->used--;
    return true;
}

struct pending_call *pending_take(struct pending *pending, uint64_t request)
{
    uint32_t call;

    return pending_take_number(pending, request, &call)
               ? &pending->calls[call] : NULL;
}
