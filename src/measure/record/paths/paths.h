/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * paths.h - call paths of one thread: return addresses to PATH ids.
 *
 * A fixed hash table from a 64-bit hash of the addresses to the id that
 * `resolve' returned when the path was first seen.  Once three quarters are
 * full, further paths get id 0 and are counted in `lost', but for those of one
 * address, which have an eighth more.  Code that the program unloads may leave its
 * addresses to other code: an unload starts a generation, to which paths of earlier
 * ones are unknown.  While one is in progress, which may unload nothing, there is a
 * generation for that time alone: another thread may already be in code that has
 * been loaded there since.
 * Threads: one owner; paths_unload_begins() and _ends() any.  Memory: taken by
 * paths_init().
 */
#ifndef MEASURE_RECORD_PATHS_PATHS_H
#define MEASURE_RECORD_PATHS_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"

/* Addresses hashed: for Python 64 frames, the mark of a cut, 32 return addresses
 * and their number; otherwise 64 addresses, the mark, and those before main(). */
#define PATHS_DEEPEST 104

struct path_slot {
    uint64_t hash; /* 0: empty */
    uint32_t id;
};

/* addresses innermost first */
typedef uint32_t paths_resolve_function(void *context, void *const *addresses,
                                        int count);

struct paths {
    struct path_slot *slots;
    uint32_t mask, used;
    uint32_t newest; /* generation, when the table was last empty */
    uint64_t lost;
    paths_resolve_function *resolve;
    void *context;
};

bool paths_init(struct paths *paths, uint32_t room,
                paths_resolve_function *resolve, void *context);
void paths_clear(struct paths *paths);
uint32_t paths_learn(struct paths *paths, uint64_t hash,
                     void *const *addresses, int count);

extern uint32_t paths_generation;

static inline uint32_t paths_generation_now(void)
{
    return __atomic_load_n(&paths_generation, __ATOMIC_RELAXED);
}

/* Call before and after dlclose(). */
void paths_unload_begins(void);
void paths_unload_ends(void);

extern const uint64_t paths_factors[PATHS_DEEPEST];

/* A sum of products, so that the multiplications are independent. */
static inline uint64_t paths_hash(void *const *addresses, int count)
{
    uint64_t hash =
        (uint64_t)paths_generation_now() * HASH_FACTOR + (uint64_t)count;

    for (int i = 0; i < count; i++)
        hash += (uint64_t)(uintptr_t)addresses[i] * paths_factors[i];
    return hash | 1;
}

static inline uint32_t paths_id(struct paths *paths, void *const *addresses,
                                int count)
{
    uint64_t hash = paths_hash(addresses, count);
    uint32_t at = (uint32_t)(hash >> 32) & paths->mask;

    while (paths->slots[at].hash != 0) {
        if (paths->slots[at].hash == hash)
            return paths->slots[at].id;
        at = (at + 1) & paths->mask;
    }
    return paths_learn(paths, hash, addresses, count);
}

#endif
