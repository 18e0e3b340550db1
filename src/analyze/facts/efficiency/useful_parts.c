/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/efficiency/useful_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/saturate.h"

bool useful_parts_begin(struct useful_parts *parts, uint32_t regions)
{
    if (regions > parts->count) {
        void *grown =
            realloc(parts->regions, regions * sizeof(*parts->regions));

        if (grown == NULL)
            return false;
        parts->regions = grown;
        parts->count = regions;
    }
    memset(parts->regions, 0, parts->count * sizeof(*parts->regions));
    return true;
}

void useful_parts_clear(struct useful_parts *parts)
{
    free(parts->regions);
    *parts = (struct useful_parts){ .regions = NULL };
}

static struct useful_region *region_of(const struct useful_parts *parts,
                                       uint32_t region)
{
    return &parts->regions[region < parts->count ? region : 0];
}

void useful_parts_add(struct useful_parts *parts, uint32_t region, uint64_t ns)
{
    region_of(parts, region)->ns += ns;
    region_of(parts, region)->left += ns;
}

uint64_t useful_parts_less(struct useful_parts *parts, uint32_t region,
                           uint64_t ns)
{
    struct useful_region *from = region_of(parts, region);
    uint64_t less = order_least(ns, from->ns);

    from->ns -= less;
    from->left = from->ns;
    return less;
}

void useful_parts_count(struct useful_parts *parts,
                        const struct samples *samples)
{
    for (size_t i = 0; i < samples->row_count; i++)
        if (samples->rows[i].call == SAMPLE_NO_CALL)
            region_of(parts, samples->rows[i].region)->samples +=
                samples->rows[i].count;
}

/* A share of the region's time, up to that sample; files may have any
 * counts. */
static uint64_t ns_until(const struct useful_region *region, uint64_t sample)
{
    uint64_t ns = saturate_near((double)region->ns *
                                ((double)sample / (double)region->samples));

    return ns < region->ns ? ns : region->ns;
}

uint64_t useful_parts_take(struct useful_parts *parts,
                           const struct sample_row *row)
{
    struct useful_region *region = region_of(parts, row->region);
    uint64_t until, part;

    if (row->call != SAMPLE_NO_CALL || row->count == 0)
        return 0;
    region->before += row->count;
    until = ns_until(region, region->before);
    if (until <= region->divided)
        return 0;
    part = until - region->divided;
    region->divided = until;
    if (row->path == 0)
        return 0;
    region->left -= part;
    return part;
}
