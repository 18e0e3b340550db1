/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/export/traced.h"

static const char *region_kind(struct traced *trace, uint32_t node)
{
    const struct definitions *table = trace->run->profile->definitions;
    struct strbuf text = { 0 };
    uint32_t region;

    if (trace->regions[node] != NULL)
        return trace->regions[node];
    region = definitions_get(table, DEFINITION_REGION_NODE, node).refs[1];
    chrome_kind(&text, definitions_region_name(table, region), "region", "",
                0);
    return traced_keep(trace, &trace->regions[node], &text);
}

static void close_region(struct traced *trace, struct lane *lane,
                         uint64_t time)
{
    const struct region_open *open = &lane->open[--lane->depth];

    if (trace->writing && traced_shows(trace, open->begin, time))
        chrome_slice(trace->text, &lane->place, open->begin + trace->shift,
                     (time > open->begin ? time : open->begin) + trace->shift,
                     region_kind(trace, open->node), NULL);
}

static uint32_t parent_of(const struct traced *trace, uint32_t node)
{
    return definitions_get(trace->run->profile->definitions,
                           DEFINITION_REGION_NODE, node)
        .refs[0];
}

static uint32_t node_now(const struct lane *lane)
{
    return lane->depth == 0 ? 0 : lane->open[lane->depth - 1].node;
}

/* The thread is in that region from then on: a parent of where it was, or a
 * child. */
static void move_to_region(struct traced *trace, struct lane *lane,
                           uint32_t node, uint64_t time)
{
    uint32_t way[TRACED_DEEPEST], steps = 0;

    if (node == node_now(lane) || node >= trace->region_count)
        return;
    for (uint32_t at = node; at != 0 && steps < TRACED_DEEPEST;
         at = parent_of(trace, at))
        way[steps++] = at;
    while (lane->depth > 0 &&
           (lane->depth > steps ||
            lane->open[lane->depth - 1].node != way[steps - lane->depth]))
        close_region(trace, lane, time);
    while (lane->depth < steps) {
        lane->open[lane->depth] =
            (struct region_open){ way[steps - 1 - lane->depth], time };
        lane->depth++;
    }
}

/* A change says only which region was left; the next says into which. */
void traced_regions(struct traced *trace, struct lane *lane, uint32_t node)
{
    uint64_t since = lane->last;
    bool changed = false;

    for (uint32_t i = 0; i < lane->call.op_count; i++) {
        const struct replay_op *op = &lane->ops[i];

        if (op->kind != REPLAY_REGION || op->comm >= trace->log->site_count)
            continue;
        move_to_region(trace, lane, trace->log->sites[op->comm].region, since);
        since = op->time;
        changed = true;
    }
    move_to_region(trace, lane, node, changed ? since : lane->call.begin);
}

void traced_close(struct traced *trace, struct lane *lane, uint64_t time)
{
    while (lane->depth > 0)
        close_region(trace, lane, time);
}
