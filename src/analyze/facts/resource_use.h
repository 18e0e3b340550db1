/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * resource_use.h - total resources used by each rank on its host.
 *
 * Units: as in model/resources/resources.h.  Threads: one owner.  Memory: the caller's.
 */
#ifndef ANALYZE_FACTS_RESOURCE_USE_H
#define ANALYZE_FACTS_RESOURCE_USE_H

#include "model/profile.h"

struct resource_use {
    uint32_t sources; /* 1 << enum resource_source of each source seen; 0:
                       * nothing was read */
    uint64_t value[RESOURCES]; /* memory: maximum over all readings and
                                   * between them */
    uint64_t readings, cost_ns, failed[RESOURCE_SOURCES];
};

struct resource_use resource_use_of(const struct rank_data *rank);

static inline bool resource_use_knows(const struct resource_use *use,
                                      enum resource resource)
{
    return (use->sources >> resource_source(resource) & 1) != 0;
}

/* CPU time, user and system, us. */
static inline uint64_t resource_use_processor(const struct resource_use *use)
{
    return use->value[RESOURCE_USER] + use->value[RESOURCE_SYSTEM];
}

#endif
