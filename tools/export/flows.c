/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/export/flows.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"

void flows_init(struct flows *flows)
{
    memset(flows, 0, sizeof(*flows));
}

void flows_clear(struct flows *flows)
{
    for (size_t i = 0; i < flows->count; i++)
        free(flows->channels[i].shown);
    map_clear(&flows->channels_map);
    flows_init(flows);
}

static bool channel_find(struct flows *flows,
                         const struct flow_channel *wanted, size_t *channel)
{
    const struct flow_channel *found = NULL;

    if (!flows->failed)
        found = map_get(&flows->channels_map, sizeof(*found), wanted,
                        offsetof(struct flow_channel, sends));
    flows->failed = found == NULL;
    if (found != NULL)
        *channel = map_index(&flows->channels_map, sizeof(*found), found);
    return found != NULL;
}

bool flows_next(struct flows *flows, enum flow_end end,
                const struct flow_channel *wanted, struct flow *out)
{
    struct flow_channel *channel;

    if (!channel_find(flows, wanted, &out->channel))
        return false;
    channel = &flows->channels[out->channel];
    out->number = end == FLOW_SEND ? channel->sends++ : channel->receives++;
    return true;
}

static unsigned shift_of(uint64_t number)
{
    return (unsigned)(number % 4) * 2;
}

void flows_show(struct flows *flows, enum flow_end end,
                const struct flow *flow)
{
    struct flow_channel *channel = &flows->channels[flow->channel];
    size_t byte = (size_t)(flow->number / 4);

    if (!array_reach(&channel->shown, byte, &channel->room, 1))
        flows->failed = true;
    else
        channel->shown[byte] |=
            (uint8_t)((end == FLOW_SEND ? 1u : 2u) << shift_of(flow->number));
}

void flows_second_pass(struct flows *flows)
{
    uint64_t first = 1;

    for (size_t i = 0; i < flows->count; i++) {
        struct flow_channel *channel = &flows->channels[i];

        channel->first = first;
        first += channel->sends > channel->receives ? channel->sends
                                                    : channel->receives;
        channel->sends = channel->receives = 0;
    }
}

uint64_t flows_id(const struct flows *flows, const struct flow *flow)
{
    const struct flow_channel *channel = &flows->channels[flow->channel];
    size_t byte = (size_t)(flow->number / 4);

    if (byte >= channel->room ||
        (channel->shown[byte] >> shift_of(flow->number) & 3) != 3)
        return FLOW_NONE;
    return channel->first + flow->number;
}

/* ---- receives that are pending ---- */

bool flow_requests_add(struct map *requests, uint32_t number,
                       const struct flow *flow)
{
    struct flow_request *request;

    if (number == 0)
        return true;
    request = map_get(requests, sizeof(*request), &number, sizeof(number));
    if (request != NULL)
        request->flow = *flow;
    return request != NULL;
}

bool flow_requests_take(struct map *requests, uint32_t number,
                        struct flow *flow)
{
    struct flow_request *request =
        map_find(requests, sizeof(*request), &number, sizeof(number));

    if (request == NULL)
        return false;
    *flow = request->flow;
    map_remove(requests, sizeof(*request), sizeof(number), request);
    return true;
}
