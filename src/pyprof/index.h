/*
 * index.h - finds things in an array by what they are.
 *
 * Holds positions of things that the caller keeps in an array of its own,
 * which may move but never shrinks.
 * Threads: one owner.  Memory: index_clear() frees.  Errors: false, no memory.
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

/* Whether the thing at that position is the one that is looked for. */
typedef bool index_same(const void *things, uint32_t position,
                        const void *wanted);

/* Its position, or INDEX_NONE. */
uint32_t index_find(const struct index *index, uint64_t hash,
                    index_same *same, const void *things, const void *wanted);
/* It must not be there yet. */
bool index_add(struct index *index, uint64_t hash, uint32_t position);
void index_clear(struct index *index);

#endif
