/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/resource_use.h"

#include <string.h>

struct resource_use resource_use_of(const struct rank_data *rank)
{
    const struct resources *from = &rank->resources;
    struct resource_use use = { .sources = from->sources,
                                .readings = from->readings,
                                .cost_ns = from->cost_ns };

    memcpy(use.failed, from->failed, sizeof(use.failed));
    for (int i = 0; i < RESOURCES; i++)
        use.value[i] = resources_total(from, i);
    if (from->peak_kib > use.value[RESOURCE_RESIDENT])
        use.value[RESOURCE_RESIDENT] = from->peak_kib;
    return use;
}
