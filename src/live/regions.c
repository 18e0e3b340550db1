/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/regions.h"

#include <string.h>

#include "live/persist.h"
#include "live/persist_file.h"

#define FIRST_ROOM 64

bool regions_init(struct regions *regions, uint32_t owner, uint64_t begin)
{
    memset(regions, 0, sizeof(*regions));
    regions->owner = owner;
    regions->stack[0].begin = begin;
    return regions_data(regions, 0) != NULL;
}

static size_t bytes_of(size_t room)
{
    return room * sizeof(struct region_data);
}

void regions_clear(struct regions *regions)
{
    persist_release(regions->list, bytes_of(regions->room));
    memset(regions, 0, sizeof(*regions));
}

/* NULL: no memory. */
static struct region_data *grow_list(struct regions *regions, uint32_t node)
{
    struct region_data *old = regions->list;
    size_t count = old == NULL ? 0 : regions->count;
    size_t room = node < FIRST_ROOM ? FIRST_ROOM : 2 * (size_t)node;
    struct region_data *list =
        persist_reserve(PERSIST_REGIONS, regions->owner, bytes_of(room));

    if (list == NULL)
        return NULL;
    persist_secure(list, bytes_of(count + 1));
    if (count > 0)
        memcpy(list, old, bytes_of(count));
    persist_release(old, bytes_of(regions->room));
    regions->list = list;
    regions->room = room;
    return list;
}

struct region_data *regions_new_data(struct regions *regions, uint32_t node)
{
    struct region_data *list = regions->list;
    size_t count = regions->count;

    if (list == NULL || node >= regions->room)
        list = grow_list(regions, node);
    if (list == NULL)
        return NULL;
    if (node >= count) {
        persist_secure(&list[count], bytes_of(node + 1 - count));
        regions->count = node + 1;
    }
    list[node].node = node;
    return &list[node];
}

bool regions_push(struct regions *regions, uint32_t node, uint32_t region,
                  uint64_t now)
{
    struct region_frame *frame;
    int depth = regions->depth + 1;

    if (depth >= REGIONS_DEEPEST || regions_data(regions, node) == NULL) {
        regions->too_deep++;
        regions->errors++;
        return false;
    }
    frame = &regions->stack[depth];
    regions->depth = depth;
    *frame =
        (struct region_frame){ .node = node, .region = region, .begin = now };
    return true;
}

static void close_frame(struct regions *regions,
                        const struct region_frame *frame, uint64_t now)
{
    struct region_data *data = regions_data(regions, frame->node);
    uint64_t inclusive = now - frame->begin;

    if (data == NULL)
        return;
    data->visits++;
    data->inclusive += inclusive;
    data->exclusive += inclusive - frame->children;
}

void regions_pop(struct regions *regions, uint64_t now)
{
    int depth = regions->depth;
    struct region_frame *frame = &regions->stack[depth];

    if (depth < 1)
        return;
    close_frame(regions, frame, now);
    regions->depth = depth - 1;
    frame[-1].children += now - frame->begin;
}

void regions_finish(struct regions *regions, uint64_t now)
{
    while (regions->depth > 0) {
        regions->errors += !regions->stack[regions->depth].may_stay;
        regions_pop(regions, now);
    }
    close_frame(regions, &regions->stack[0], now);
}
