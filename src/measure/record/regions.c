#include "measure/record/regions.h"

#include <stdlib.h>
#include <string.h>

bool regions_init(struct regions *regions, uint64_t begin)
{
    memset(regions, 0, sizeof(*regions));
    regions->stack[0].begin = begin;
    return regions_data(regions, 0) != NULL;
}

void regions_clear(struct regions *regions)
{
    free(regions->list);
    memset(regions, 0, sizeof(*regions));
}

struct region_data *regions_data(struct regions *regions, uint32_t node)
{
    if (node >= regions->room) {
        size_t room = node < 32 ? 64 : 2 * (size_t)node;
        struct region_data *list =
            realloc(regions->list, room * sizeof(*list));

        if (list == NULL)
            return NULL;
        memset(list + regions->room, 0,
               (room - regions->room) * sizeof(*list));
        regions->list = list;
        regions->room = room;
    }
    if (node >= regions->count)
        regions->count = node + 1;
    regions->list[node].node = node;
    return &regions->list[node];
}

bool regions_push(struct regions *regions, uint32_t node, uint32_t region,
                  uint64_t now)
{
    struct region_frame *frame;

    if (regions->depth + 1 >= REGIONS_DEEPEST ||
        regions_data(regions, node) == NULL) {
        regions->too_deep++;
        regions->errors++;
        return false;
    }
    frame = &regions->stack[++regions->depth];
    frame->node = node;
    frame->region = region;
    frame->begin = now;
    frame->children = 0;
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
    struct region_frame *frame = &regions->stack[regions->depth];

    close_frame(regions, frame, now);
    regions->depth--;
    frame[-1].children += now - frame->begin;
}

void regions_finish(struct regions *regions, uint64_t now)
{
    while (regions->depth > 0) {
        regions->errors++;
        regions_pop(regions, now);
    }
    close_frame(regions, &regions->stack[0], now);
}
