/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/hangs/hang_waits.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"

enum status hang_waits_add_group(struct hang_waits *waits, enum wait_node kind,
                                 enum wait_group_kind what, uint32_t comm,
                                 uint32_t *node)
{
    uint32_t at = waits->graph.count - waits->rank_count;

    if (!array_more(&waits->groups, at, sizeof(*waits->groups)))
        return log_fail(STATUS_NO_MEMORY, "who waits for whom");
    waits->groups[at] = (struct wait_group){ (uint8_t)what, comm };
    return hang_graph_add(&waits->graph, kind, node);
}

bool hang_waits_room(struct hang_waits *waits, size_t edges)
{
    if (waits->graph.edge_count + edges <= waits->most)
        return true;
    waits->cut = true;
    return false;
}

const struct wait_group *hang_waits_group(const struct hang_waits *waits,
                                          uint32_t node)
{
    return &waits->groups[node - waits->rank_count];
}

bool hang_waits_is_definite(const struct hang_waits *waits, uint32_t node)
{
    return waits->graph.kinds[node] != WAIT_ANY &&
           waits->graph.kinds[node] != WAIT_NEVER;
}

void hang_waits_clear(struct hang_waits *waits)
{
    hang_graph_clear(&waits->graph);
    FREE_ALL(waits->groups, waits->awaited, waits->cycle);
    memset(waits, 0, sizeof(*waits));
}
