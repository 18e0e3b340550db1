/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/map.h"

#include <stdlib.h>

#include "base/array_room.h"

#define FIRST_SLOTS 32u

void map_clear(struct map *map)
{
    FREE_ALL(map->items, map->slots);
    *map = (struct map){ 0 };
}

void map_reset(struct map *map)
{
    if (map->count > 0)
        memset(map->slots, 0, (map->mask + 1ull) * sizeof(*map->slots));
    map->count = 0;
}

static void place_slot(struct map *map, struct map_slot slot)
{
    uint32_t at = slot.hash & map->mask;

    while (map->slots[at].index != 0)
        at = (at + 1) & map->mask;
    map->slots[at] = slot;
}

static bool grow_slots(struct map *map)
{
    struct map_slot *before = map->slots;
    size_t old = before == NULL ? 0 : map->mask + (size_t)1;
    size_t slots = old == 0 ? FIRST_SLOTS : 2 * old;

    map->slots = calloc(slots, sizeof(*map->slots));
    if (map->slots == NULL || slots > UINT32_MAX) {
        free(map->slots);
        map->slots = before;
        return false;
    }
    map->mask = (uint32_t)(slots - 1);
    for (size_t i = 0; i < old; i++)
        if (before[i].index != 0)
            place_slot(map, before[i]);
    free(before);
    return true;
}

/* Slots are at most half full. */
void *map_append(struct map *map, size_t size, uint64_t hash)
{
    size_t room = map->room;
    char *item;

    if (!array_room(&map->items, map->count, &room, size))
        return NULL;
    map->room = (uint32_t)room;
    if ((map->slots == NULL || 2 * (uint64_t)map->count >= map->mask) &&
        !grow_slots(map))
        return NULL;
    item = (char *)map->items + map->count * size;
    memset(item, 0, size);
    place_slot(map, (struct map_slot){ ++map->count, (uint32_t)hash });
    return item;
}

static uint32_t slot_of(const struct map *map, uint32_t index, uint64_t hash)
{
    uint32_t at = (uint32_t)hash & map->mask;

    while (map->slots[at].index != index)
        at = (at + 1) & map->mask;
    return at;
}

/* Those behind a hole move up, so that all are found. */
static void close_hole(struct map *map, uint32_t hole)
{
    uint32_t mask = map->mask, at = hole;

    while (map->slots[at = (at + 1) & mask].index != 0) {
        if (((at - map->slots[at].hash) & mask) < ((at - hole) & mask))
            continue;
        map->slots[hole] = map->slots[at];
        hole = at;
    }
    map->slots[hole].index = 0;
}

void map_remove_hashed(struct map *map, size_t size, void *item, uint64_t hash,
                       uint64_t last)
{
    uint32_t index = map_index(map, size, item) + 1;

    close_hole(map, slot_of(map, index, hash));
    if (index != map->count) {
        map->slots[slot_of(map, map->count, last)].index = index;
        memcpy(item, (char *)map->items + (map->count - (size_t)1) * size,
               size);
    }
    map->count--;
}
