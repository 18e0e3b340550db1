/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * map.h - an array of items that are found by their keys.
 *
 * Shape: items of one size, in the order in which they were added, and a
 * hash table of their positions.  Either an item begins with its key, numbers
 * of 32 or 64 bits without padding, or the caller brings hash and comparison.
 * All zero is an empty map.
 * Threads: one owner.  Memory: grows; map_clear() frees.  An item's address
 * is good until the next one is added or removed.  Errors: NULL, no memory;
 * nothing was added.
 */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/hash.h"

struct map_slot {
    uint32_t index, hash; /* index + 1, 0: free */
};

struct map {
    void *items; /* count of them */
    struct map_slot *slots;
    uint32_t count, room, mask; /* slots are mask + 1, or none */
};

/* A member of a struct, a map whose items have that type, with the names that
 * its items and their number go by; for example `rows', `row_count' and
 * `rows_map'. */
#define MAP_OF(type, its_items, its_count)      \
    union {                                     \
        struct map its_items##_map;             \
        struct {                                \
            type *its_items;                    \
            struct map_slot *its_items##_slots; \
            uint32_t its_count;                 \
        };                                      \
    }

/* Whether the item is the one that is looked for. */
typedef bool map_same(const void *item, const void *wanted);

void map_clear(struct map *map);
void map_reset(struct map *map); /* empties it and keeps the memory */
/* A new item, all zero, which must not be there yet. */
void *map_append(struct map *map, size_t size, uint64_t hash);
/* The last item takes its place; the hashes belong to these two items. */
void map_remove_hashed(struct map *map, size_t size, void *item, uint64_t hash,
                       uint64_t last);

/* Numbers of 32 bits one by one, as they were written, or one of 64. */
static inline uint64_t map_hash(const void *key, size_t key_size)
{
    uint64_t hash = 0, number;
    uint32_t word;

    if (key_size == sizeof(number)) {
        memcpy(&number, key, sizeof(number));
        return hash_mix(0, number);
    }
    for (size_t at = 0; at < key_size; at += sizeof(word)) {
        memcpy(&word, (const char *)key + at, sizeof(word));
        hash += hash_mix((uint64_t)at << 32, word);
    }
    return hash;
}

/* NULL: none. */
static inline void *map_find_same(const struct map *map, size_t size,
                                  uint64_t hash, map_same *same,
                                  const void *wanted)
{
    if (map->count == 0)
        return NULL;
    for (uint32_t at = (uint32_t)hash;; at++) {
        struct map_slot slot = map->slots[at & map->mask];
        char *items = map->items;

        if (slot.index == 0)
            return NULL;
        items += (slot.index - (size_t)1) * size;
        if (slot.hash == (uint32_t)hash && same(items, wanted))
            return items;
    }
}

struct map_key {
    const void *key;
    size_t size;
};

static inline bool map_begins(const void *item, const void *wanted)
{
    const struct map_key *key = wanted;

    return memcmp(item, key->key, key->size) == 0;
}

static inline void *map_find_hashed(const struct map *map, size_t size,
                                    uint64_t hash, const void *key,
                                    size_t key_size)
{
    struct map_key wanted = { key, key_size };

    return map_find_same(map, size, hash, map_begins, &wanted);
}

/* The item that begins with the key; NULL: none. */
static inline void *map_find(const struct map *map, size_t size,
                             const void *key, size_t key_size)
{
    return map_find_hashed(map, size, map_hash(key, key_size), key, key_size);
}

/* The same, but a missing item is added, with zeros behind its key. */
static inline void *map_get(struct map *map, size_t size, const void *key,
                            size_t key_size)
{
    uint64_t hash = map_hash(key, key_size);
    void *item = map_find_hashed(map, size, hash, key, key_size);

    if (item == NULL && (item = map_append(map, size, hash)) != NULL)
        memcpy(item, key, key_size);
    return item;
}

static inline void map_remove(struct map *map, size_t size, size_t key_size,
                              void *item)
{
    const char *last = (char *)map->items + (map->count - (size_t)1) * size;

    map_remove_hashed(map, size, item, map_hash(item, key_size),
                      map_hash(last, key_size));
}

/* The position of an item. */
static inline uint32_t map_index(const struct map *map, size_t size,
                                 const void *item)
{
    return (uint32_t)((size_t)((const char *)item - (const char *)map->items) /
                      size);
}

#endif
