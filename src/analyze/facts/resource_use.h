/*
 * resource_use.h - what each rank used of its host: the sums of its resources.
 *
 * Units: as in model/resources.h.  Threads: one owner.  Memory: the caller's.
 */
#ifndef ANALYZE_FACTS_RESOURCE_USE_H
#define ANALYZE_FACTS_RESOURCE_USE_H

#include "model/profile.h"

struct resource_use {
    uint32_t sources; /* 1 << each that there was; 0: nothing was read */
    uint64_t value[RESOURCES];    /* memory: the most, of all readings and in
                                   * between */
    uint64_t readings, cost_ns, failed[RESOURCE_SOURCES];
};

struct resource_use resource_use_of(const struct rank_data *rank);

static inline bool resource_use_knows(const struct resource_use *use,
                                      enum resource resource)
{
    return (use->sources >> resource_source(resource) & 1) != 0;
}

/* User and system, us. */
static inline uint64_t resource_use_processor(const struct resource_use *use)
{
    return use->value[RESOURCE_USER] + use->value[RESOURCE_SYSTEM];
}

#endif
