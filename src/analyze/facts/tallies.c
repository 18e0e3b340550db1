#include "analyze/facts/tallies.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define FIRST_SLOTS 64

void tallies_clear(struct tallies *tallies)
{
    free(tallies->items);
    free(tallies->slots);
    memset(tallies, 0, sizeof(*tallies));
}

/* The slot of that key, or the free one where it belongs. */
static size_t find_slot(const struct tallies *tallies, uint64_t key)
{
    size_t mask = tallies->slot_count - 1;
    size_t at = hash_mix(0, key) & mask;

    while (tallies->slots[at] != 0 &&
           tallies->items[tallies->slots[at] - 1].key != key)
        at = (at + 1) & mask;
    return at;
}

static enum status grow_slots(struct tallies *tallies)
{
    size_t count = tallies->slot_count ? 2 * tallies->slot_count : FIRST_SLOTS;
    uint32_t *slots = calloc(count, sizeof(*slots));

    if (slots == NULL)
        return STATUS_NO_MEMORY;
    free(tallies->slots);
    tallies->slots = slots;
    tallies->slot_count = count;
    for (size_t i = 0; i < tallies->count; i++)
        slots[find_slot(tallies, tallies->items[i].key)] = (uint32_t)i + 1;
    return STATUS_OK;
}

static enum status grow_items(struct tallies *tallies)
{
    size_t room = tallies->room ? 2 * tallies->room : FIRST_SLOTS / 2;
    struct tally *items = realloc(tallies->items, room * sizeof(*items));

    if (items == NULL)
        return STATUS_NO_MEMORY;
    tallies->items = items;
    tallies->room = room;
    return STATUS_OK;
}

struct tally *tallies_get(struct tallies *tallies, uint64_t key)
{
    size_t slot;

    if (2 * (tallies->count + 1) > tallies->slot_count &&
        grow_slots(tallies) != STATUS_OK)
        return NULL;
    slot = find_slot(tallies, key);
    if (tallies->slots[slot] != 0)
        return &tallies->items[tallies->slots[slot] - 1];
    if (tallies->count == tallies->room && grow_items(tallies) != STATUS_OK)
        return NULL;
    memset(&tallies->items[tallies->count], 0, sizeof(struct tally));
    tallies->items[tallies->count].key = key;
    tallies->slots[slot] = (uint32_t)++tallies->count;
    return &tallies->items[tallies->count - 1];
}

const struct tally *tallies_find(const struct tallies *tallies, uint64_t key)
{
    size_t slot;

    if (tallies->count == 0)
        return NULL;
    slot = find_slot(tallies, key);
    if (tallies->slots[slot] == 0)
        return NULL;
    return &tallies->items[tallies->slots[slot] - 1];
}

enum status tallies_add_row(struct tallies *tallies, uint64_t key,
                            uint32_t index, const struct row *row)
{
    struct tally *tally = tallies_get(tallies, key);

    if (tally == NULL)
        return STATUS_NO_MEMORY;
    tally->calls += row->count;
    tally->errors += row->errors;
    if (row->time.max > tally->longest)
        tally->longest = row->time.max;
    tally->out_calls += row->out.min == UINT64_MAX ? 0 : row->count;
    tally->out_bytes += row->out.sum;
    tally->in_bytes += row->in.sum;
    rank_stats_add(&tally->time, index, row->time.sum);
    return STATUS_OK;
}
