/*
 * index.c - open addressing, at most half full.
 */
#include "pyprof/index.h"

#include <stdlib.h>

#define FIRST_ROOM 64

uint32_t index_find(const struct index *index, uint64_t hash,
                    index_same *same, const void *things, const void *wanted)
{
    size_t mask = index->room - 1;

    if (index->room == 0)
        return INDEX_NONE;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        const struct index_slot *slot = &index->slots[i];

        if (slot->position == INDEX_NONE)
            return INDEX_NONE;
        if (slot->hash == (uint32_t)hash &&
            same(things, slot->position, wanted))
            return slot->position;
    }
}

static void place(struct index *index, uint32_t hash, uint32_t position)
{
    size_t mask = index->room - 1, i = hash & mask;

    while (index->slots[i].position != INDEX_NONE)
        i = (i + 1) & mask;
    index->slots[i] = (struct index_slot){ position, hash };
}

static bool grow(struct index *index)
{
    size_t room = index->room == 0 ? FIRST_ROOM : index->room * 2;
    struct index bigger = { .room = room, .count = index->count };

    bigger.slots = malloc(room * sizeof(*bigger.slots));
    if (bigger.slots == NULL)
        return false;
    for (size_t i = 0; i < room; i++)
        bigger.slots[i].position = INDEX_NONE;
    for (size_t i = 0; i < index->room; i++)
        if (index->slots[i].position != INDEX_NONE)
            place(&bigger, index->slots[i].hash, index->slots[i].position);
    free(index->slots);
    *index = bigger;
    return true;
}

bool index_add(struct index *index, uint64_t hash, uint32_t position)
{
    if (2 * (index->count + 1) > index->room && !grow(index))
        return false;
    place(index, (uint32_t)hash, position);
    index->count++;
    return true;
}

void index_clear(struct index *index)
{
    free(index->slots);
    *index = (struct index){ 0 };
}
