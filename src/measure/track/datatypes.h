/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * datatypes.h - caches the sizes of MPI datatypes.
 *
 * A small direct-mapped cache per thread; datatypes_freed() invalidates all of
 * them, since MPI reuses handle values.
 * Threads: a cache belongs to one; datatypes_freed() any.  Memory: in the
 * caller's storage, zeroed.
 */
#ifndef MEASURE_TRACK_DATATYPES_H
#define MEASURE_TRACK_DATATYPES_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"

#define DATATYPES_CACHED 64

struct datatypes {
    uint32_t generation;
    struct {
        MPI_Datatype type;
        bool known;
        uint64_t size;
    } cache[DATATYPES_CACHED];
};

extern uint32_t datatypes_generation;

uint64_t datatypes_ask(struct datatypes *cache, unsigned slot,
                       MPI_Datatype type);
void datatypes_freed(void);

static inline unsigned datatypes_slot(MPI_Datatype type)
{
    uint64_t handle = (uint64_t)(uintptr_t)type;

    return (unsigned)((handle * HASH_FACTOR) >> 58);
}

/* 0 for MPI_DATATYPE_NULL. */
static inline uint64_t datatypes_size(struct datatypes *cache,
                                      MPI_Datatype type)
{
    unsigned slot = datatypes_slot(type);

    if (cache->generation ==
            __atomic_load_n(&datatypes_generation, __ATOMIC_ACQUIRE) &&
        cache->cache[slot].known && cache->cache[slot].type == type)
        return cache->cache[slot].size;
    return datatypes_ask(cache, slot, type);
}

#endif
