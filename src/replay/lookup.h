/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * lookup.h - pointers by number, with removal.
 *
 * Threads: one owner.  Memory: see base/map.h.
 */
#ifndef REPLAY_LOOKUP_H
#define REPLAY_LOOKUP_H

#include "base/map.h"

struct lookup_item {
    uint64_t key;
    void *value;
};

/* Replaces what was there; false: no memory. */
static inline bool lookup_put(struct map *map, uint64_t key, void *value)
{
    struct lookup_item *item = map_get(map, sizeof(*item), &key, sizeof(key));

    if (item == NULL)
        return false;
    item->value = value;
    return true;
}

/* NULL: none. */
static inline void *lookup_get(const struct map *map, uint64_t key)
{
    const struct lookup_item *item =
        map_find(map, sizeof(*item), &key, sizeof(key));

    return item == NULL ? NULL : item->value;
}

/* Removes it, too. */
static inline void *lookup_take(struct map *map, uint64_t key)
{
    struct lookup_item *item = map_find(map, sizeof(*item), &key, sizeof(key));
    void *value;

    if (item == NULL)
        return NULL;
    value = item->value;
    map_remove(map, sizeof(*item), sizeof(key), item);
    return value;
}

static inline uint64_t lookup_pair(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

#endif
