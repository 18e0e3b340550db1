#include "flows.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define FIRST_ROOM 64

void flows_init(struct flows *flows)
{
    memset(flows, 0, sizeof(*flows));
}

void flows_clear(struct flows *flows)
{
    for (size_t i = 0; i < flows->count; i++)
        free(flows->channels[i].shown);
    free(flows->channels);
    free(flows->slots);
    flows_init(flows);
}

static size_t slot_of(const struct flows *flows,
                      const struct flow_channel *wanted)
{
    uint64_t hash = hash_mix((uint64_t)wanted->comm << 32 | wanted->tag,
                             (uint64_t)wanted->from << 32 | wanted->to);
    size_t mask = flows->slot_count - 1, at = (size_t)hash & mask;

    for (;; at = (at + 1) & mask) {
        const struct flow_channel *there;

        if (flows->slots[at] == 0)
            return at;
        there = &flows->channels[flows->slots[at] - 1];
        if (there->comm == wanted->comm && there->from == wanted->from &&
            there->to == wanted->to && there->tag == wanted->tag)
            return at;
    }
}

/* Room for one more channel, and twice as many slots as channels. */
static bool grow(struct flows *flows)
{
    size_t room = flows->room == 0 ? FIRST_ROOM : 2 * flows->room;
    struct flow_channel *channels;
    size_t *slots;

    if (flows->count < flows->room)
        return true;
    channels = realloc(flows->channels, room * sizeof(*channels));
    if (channels != NULL)
        flows->channels = channels;
    slots = calloc(2 * room, sizeof(*slots));
    if (channels == NULL || slots == NULL) {
        free(slots);
        flows->failed = true;
        return false;
    }
    free(flows->slots);
    flows->slots = slots;
    flows->slot_count = 2 * room;
    flows->room = room;
    for (size_t i = 0; i < flows->count; i++)
        slots[slot_of(flows, &channels[i])] = i + 1;
    return true;
}

static bool find(struct flows *flows, const struct flow_channel *wanted,
                 size_t *channel)
{
    size_t slot;

    if (flows->failed || !grow(flows))
        return false;
    slot = slot_of(flows, wanted);
    if (flows->slots[slot] == 0) {
        flows->channels[flows->count++] = *wanted;
        flows->slots[slot] = flows->count;
    }
    *channel = flows->slots[slot] - 1;
    return true;
}

bool flows_next(struct flows *flows, enum flow_end end,
                const struct flow_channel *wanted, struct flow *out)
{
    struct flow_channel *channel;

    if (!find(flows, wanted, &out->channel))
        return false;
    channel = &flows->channels[out->channel];
    out->number = end == FLOW_SEND ? channel->sends++ : channel->receives++;
    return true;
}

static unsigned shift_of(uint64_t number)
{
    return (unsigned)(number % 4) * 2;
}

static bool has_byte(struct flows *flows, struct flow_channel *channel,
                     size_t byte)
{
    size_t room = 2 * byte + 16;
    uint8_t *shown;

    if (byte < channel->room)
        return true;
    shown = realloc(channel->shown, room);
    if (shown == NULL) {
        flows->failed = true;
        return false;
    }
    memset(shown + channel->room, 0, room - channel->room);
    channel->shown = shown;
    channel->room = room;
    return true;
}

void flows_show(struct flows *flows, enum flow_end end,
                const struct flow *flow)
{
    struct flow_channel *channel = &flows->channels[flow->channel];
    size_t byte = (size_t)(flow->number / 4);

    if (has_byte(flows, channel, byte))
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
