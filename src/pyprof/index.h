/*
 * index.h - finds items of an array by their contents.
 *
 * Stores positions of items in the caller's array, which may move but never
 * shrinks.
 * Threads: one owner.  Memory: index_clear() frees.  Errors: false without
 * memory.
 */
#ifndef PYPROF_INDEX_H
#define PYPROF_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INDEX_NONE UINT32_MAX

struct index_slot {
    uint32_t position, hash; /* INDEX_NONE: free */
};

struct index {
    struct index_slot *slots;
    size_t room, count;
};

/* Whether the item at that position is the wanted one. */
typedef bool index_same(const void *things, uint32_t position,
                        const void *wanted);

/* Returns its position, or INDEX_NONE. */
uint32_t index_find(const struct index *index, uint64_t hash,
                    index_same *same, const void *things, const void *wanted);
/* Adds an item that must not be present yet. */
bool index_add(struct index *index, uint64_t hash, uint32_t position);
void index_clear(struct index *index);

#endif
