/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/track/handles.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define FIRST_ROOM 64u

static uint32_t home_of(const struct handles *handles, uint64_t handle)
{
    return (uint32_t)(hash_mix(0, handle) >> 32) & handles->mask;
}

/* The slot that holds the handle, or the empty one where it belongs. */
static struct handle_slot *slot_find(const struct handles *handles,
                                     uint64_t handle)
{
    uint32_t at = home_of(handles, handle);

    while (handles->slots[at].value != NULL &&
           handles->slots[at].handle != handle)
        at = (at + 1) & handles->mask;
    return &handles->slots[at];
}

static bool grow_slots(struct handles *handles)
{
    uint32_t room =
        handles->slots == NULL ? FIRST_ROOM : 2 * (handles->mask + 1);
    struct handles fresh = { calloc(room, sizeof(*fresh.slots)), room - 1,
                             handles->used };

    if (fresh.slots == NULL)
        return false;
    for (uint32_t i = 0; handles->slots != NULL && i <= handles->mask; i++)
        if (handles->slots[i].value != NULL)
            *slot_find(&fresh, handles->slots[i].handle) = handles->slots[i];
    free(handles->slots);
    *handles = fresh;
    return true;
}

void handles_clear(struct handles *handles)
{
    free(handles->slots);
    memset(handles, 0, sizeof(*handles));
}

void *handles_get(const struct handles *handles, uint64_t handle)
{
    return handles->slots == NULL ? NULL : slot_find(handles, handle)->value;
}

bool handles_put(struct handles *handles, uint64_t handle, void *value)
{
    struct handle_slot *slot;

    if ((handles->slots == NULL || handles->used > handles->mask / 2) &&
        !grow_slots(handles))
        return false;
    slot = slot_find(handles, handle);
    handles->used += slot->value == NULL;
    slot->handle = handle;
    slot->value = value;
    return true;
}

/* Backward shift: what follows moves up unless it is at home already. */
static void close_gap(struct handles *handles, uint32_t hole)
{
    uint32_t at = hole;

    for (;;) {
        at = (at + 1) & handles->mask;
        if (handles->slots[at].value == NULL)
            break;
        if (((at - home_of(handles, handles->slots[at].handle)) &
             handles->mask) >= ((at - hole) & handles->mask)) {
            handles->slots[hole] = handles->slots[at];
            hole = at;
        }
    }
    handles->slots[hole].value = NULL;
}

void *handles_take(struct handles *handles, uint64_t handle)
{
    struct handle_slot *slot;
    void *value;

    if (handles->slots == NULL)
        return NULL;
    slot = slot_find(handles, handle);
    value = slot->value;
    if (value == NULL)
        return NULL;
    close_gap(handles, (uint32_t)(slot - handles->slots));
    handles->used--;
    return value;
}
