/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/bag.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define FIRST_ROOM 8u
#define NO_KEY UINT64_MAX

void bag_clear(struct bag *bag)
{
    free(bag->items);
    *bag = (struct bag){ 0 };
}

static struct bag_item *item_find(const struct bag *bag, uint64_t key)
{
    uint32_t mask = bag->room - 1;
    uint32_t at = (uint32_t)hash_mix(0, key) & mask;

    while (bag->items[at].key != NO_KEY && bag->items[at].key != key)
        at = (at + 1) & mask;
    return &bag->items[at];
}

static bool grow(struct bag *bag)
{
    struct bag before = *bag;
    uint32_t room = before.room == 0 ? FIRST_ROOM : before.room * 2;

    bag->items = malloc(room * sizeof(*bag->items));
    if (bag->items == NULL) {
        *bag = before;
        return false;
    }
    memset(bag->items, 0xff, room * sizeof(*bag->items));
    bag->room = room;
    for (uint32_t i = 0; i < before.room; i++)
        if (before.items[i].key != NO_KEY)
            *item_find(bag, before.items[i].key) = before.items[i];
    free(before.items);
    return true;
}

bool bag_add(struct bag *bag, uint64_t key, uint64_t value)
{
    struct bag_item *item;

    if (bag->count * 4 >= bag->room * 3 && !grow(bag))
        return false;
    item = item_find(bag, key);
    if (item->key == NO_KEY) {
        *item = (struct bag_item){ key, 0 };
        bag->count++;
    }
    item->value += value;
    return true;
}

/* The smaller one goes into the larger one. */
bool bag_pour(struct bag *into, struct bag *from)
{
    bool fits = true;

    if (from->count > into->count) {
        struct bag larger = *from;

        *from = *into;
        *into = larger;
    }
    for (struct bag_item *item = NULL; (item = bag_next(from, item)) != NULL;)
        fits = bag_add(into, item->key, item->value) && fits;
    bag_clear(from);
    return fits;
}

struct bag_item *bag_next(const struct bag *bag, struct bag_item *item)
{
    struct bag_item *end;

    if (bag->count == 0)
        return NULL;
    end = bag->items + bag->room;
    for (item = item == NULL ? bag->items : item + 1; item < end; item++)
        if (item->key != NO_KEY)
            return item;
    return NULL;
}
