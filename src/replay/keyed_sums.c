/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/keyed_sums.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define FIRST_ROOM 8u
#define NO_KEY UINT64_MAX

void keyed_sums_clear(struct keyed_sums *sums)
{
    free(sums->items);
    *sums = (struct keyed_sums){ 0 };
}

static struct keyed_sum *item_find(const struct keyed_sums *sums, uint64_t key)
{
    uint32_t mask = sums->room - 1;
    uint32_t at = (uint32_t)hash_mix(0, key) & mask;

    while (sums->items[at].key != NO_KEY && sums->items[at].key != key)
        at = (at + 1) & mask;
    return &sums->items[at];
}

static bool grow_items(struct keyed_sums *sums)
{
    struct keyed_sums before = *sums;
    uint32_t room = before.room == 0 ? FIRST_ROOM : before.room * 2;

    sums->items = malloc(room * sizeof(*sums->items));
    if (sums->items == NULL) {
        *sums = before;
        return false;
    }
    memset(sums->items, 0xff, room * sizeof(*sums->items));
    sums->room = room;
    for (uint32_t i = 0; i < before.room; i++)
        if (before.items[i].key != NO_KEY)
            *item_find(sums, before.items[i].key) = before.items[i];
    free(before.items);
    return true;
}

bool keyed_sums_add(struct keyed_sums *sums, uint64_t key, uint64_t value)
{
    struct keyed_sum *item;

    if (sums->count * 4 >= sums->room * 3 && !grow_items(sums))
        return false;
    item = item_find(sums, key);
    if (item->key == NO_KEY) {
        *item = (struct keyed_sum){ key, 0 };
        sums->count++;
    }
    item->value += value;
    return true;
}

/* The smaller one goes into the larger one. */
bool keyed_sums_merge(struct keyed_sums *into, struct keyed_sums *from)
{
    bool fits = true;

    if (from->count > into->count) {
        struct keyed_sums larger = *from;

        *from = *into;
        *into = larger;
    }
    for (struct keyed_sum *item = NULL;
         (item = keyed_sums_next(from, item)) != NULL;)
        fits = keyed_sums_add(into, item->key, item->value) && fits;
    keyed_sums_clear(from);
    return fits;
}

struct keyed_sum *keyed_sums_next(const struct keyed_sums *sums,
                                  struct keyed_sum *item)
{
    struct keyed_sum *end;

    if (sums->count == 0)
        return NULL;
    end = sums->items + sums->room;
    for (item = item == NULL ? sums->items : item + 1; item < end; item++)
        if (item->key != NO_KEY)
            return item;
    return NULL;
}
