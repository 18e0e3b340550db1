/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/track/datatypes.h"

#include <string.h>

uint32_t datatypes_generation;

uint64_t datatypes_ask(struct datatypes *cache, unsigned slot,
                       MPI_Datatype type)
{
    uint32_t generation =
        __atomic_load_n(&datatypes_generation, __ATOMIC_ACQUIRE);
    MPI_Count size = 0;

    if (cache->generation != generation) {
        memset(cache->cache, 0, sizeof(cache->cache));
        cache->generation = generation;
    }
    if (type == MPI_DATATYPE_NULL ||
        PMPI_Type_size_x(type, &size) != MPI_SUCCESS || size < 0)
        size = 0;
    cache->cache[slot].type = type;
    cache->cache[slot].size = (uint64_t)size;
    cache->cache[slot].known = true;
    return (uint64_t)size;
}

void datatypes_freed(void)
{
    __atomic_add_fetch(&datatypes_generation, 1, __ATOMIC_RELEASE);
}
