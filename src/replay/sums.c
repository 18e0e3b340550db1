#include "replay/sums.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define FIRST_ROOM 32u

static uint32_t slot_of(const struct sums *sums, const uint32_t key[4])
{
    uint32_t at = (uint32_t)hash_bytes(key, 4 * sizeof(*key), 0);

    for (at &= sums->mask; sums->slots[at] != 0; at = (at + 1) & sums->mask)
        if (memcmp(sums->items[sums->slots[at] - 1].key, key,
                   4 * sizeof(*key)) == 0)
            break;
    return at;
}

static bool grow(struct sums *sums)
{
    uint32_t room = sums->room == 0 ? FIRST_ROOM : sums->room * 2;
    struct sum *items = realloc(sums->items, room * sizeof(*items));
    uint32_t *slots = calloc(2 * (size_t)room, sizeof(*slots));

    if (items != NULL)
        sums->items = items;
    if (items == NULL || slots == NULL) {
        free(slots);
        return false;
    }
    free(sums->slots);
    sums->slots = slots;
    sums->room = room;
    sums->mask = 2 * room - 1;
    for (uint32_t i = 0; i < sums->count; i++)
        slots[slot_of(sums, sums->items[i].key)] = i + 1;
    return true;
}

/* That of the key, made where there is none; NULL: no memory. */
static struct sum *sum_of(struct sums *sums, const uint32_t key[4])
{
    struct sum *sum;
    uint32_t at;

    if (sums->count == sums->room && !grow(sums))
        return NULL;
    at = slot_of(sums, key);
    if (sums->slots[at] == 0) {
        sum = &sums->items[sums->count++];
        sums->slots[at] = sums->count;
        *sum = (struct sum){ .ns = 0 };
        memcpy(sum->key, key, sizeof(sum->key));
    }
    return &sums->items[sums->slots[at] - 1];
}

bool sums_join(struct sums *sums, const struct sum *from)
{
    struct sum *sum = sum_of(sums, from->key);

    if (sum == NULL)
        return false;
    sum->ns += from->ns;
    sum->count += from->count;
    if (from->most > sum->most)
        sum->most = from->most;
    return true;
}

bool sums_add(struct sums *sums, const uint32_t key[4], uint64_t ns)
{
    struct sum *sum = sum_of(sums, key);

    if (sum == NULL)
        return false;
    sum->ns += ns;
    sum->count++;
    if (ns > sum->most)
        sum->most = ns;
    return true;
}

void sums_clear(struct sums *sums)
{
    free(sums->items);
    free(sums->slots);
    *sums = (struct sums){ 0 };
}
