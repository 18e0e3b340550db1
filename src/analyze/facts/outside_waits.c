/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/outside_waits.h"

#include <string.h>

enum outside_wait outside_wait_of(const struct scope *scope, uint32_t node)
{
    const struct definitions *table = scope->profile->definitions;

    if (node == 0)
        return OUTSIDE_WAIT_KINDS;
    return outside_wait_of_name(definitions_region_name(
        table, definitions_get(table, DEFINITION_REGION_NODE, node).refs[1]));
}

void outside_waits_sum(const struct scope *scope,
                       uint64_t sums[OUTSIDE_WAIT_KINDS])
{
    memset(sums, 0, OUTSIDE_WAIT_KINDS * sizeof(*sums));
    for (size_t i = 0; i < scope->regions.count; i++) {
        const struct tally *tally = &scope->regions.items[i];
        enum outside_wait kind = outside_wait_of(scope, (uint32_t)tally->key);

        if (kind != OUTSIDE_WAIT_KINDS)
            sums[kind] += scope_stats(scope, &tally->time).sum;
    }
}
