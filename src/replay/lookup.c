#include "replay/lookup.h"

#include <stdlib.h>

#include "base/hash.h"

#define FIRST_SLOTS 64u

static uint32_t home_of(const struct lookup *lookup, uint64_t key)
{
    return (uint32_t)hash_mix(0, key) & lookup->mask;
}

static struct lookup_slot *find(const struct lookup *lookup, uint64_t key)
{
    uint32_t at = home_of(lookup, key);

    while (lookup->slots[at].value != NULL && lookup->slots[at].key != key)
        at = (at + 1) & lookup->mask;
    return &lookup->slots[at];
}

static bool grow(struct lookup *lookup)
{
    struct lookup_slot *before = lookup->slots;
    uint32_t old = before == NULL ? 0 : lookup->mask + 1;
    uint32_t slots = old == 0 ? FIRST_SLOTS : 2 * old;

    lookup->slots = calloc(slots, sizeof(*lookup->slots));
    if (lookup->slots == NULL) {
        lookup->slots = before;
        return false;
    }
    lookup->mask = slots - 1;
    for (uint32_t i = 0; i < old; i++)
        if (before[i].value != NULL)
            *find(lookup, before[i].key) = before[i];
    free(before);
    return true;
}

bool lookup_put(struct lookup *lookup, uint64_t key, void *value)
{
    struct lookup_slot *slot;

    if ((lookup->slots == NULL ||
         lookup->count * 4ull >= lookup->mask * 3ull) && !grow(lookup))
        return false;
    slot = find(lookup, key);
    lookup->count += slot->value == NULL;
    *slot = (struct lookup_slot){ key, value };
    return true;
}

void *lookup_get(const struct lookup *lookup, uint64_t key)
{
    return lookup->slots == NULL ? NULL : find(lookup, key)->value;
}

/* Those behind move up, so that all are found. */
static void close_hole(struct lookup *lookup, uint32_t hole)
{
    uint32_t mask = lookup->mask, at = hole;

    for (;;) {
        at = (at + 1) & mask;
        if (lookup->slots[at].value == NULL)
            break;
        if (((at - home_of(lookup, lookup->slots[at].key)) & mask) <
            ((at - hole) & mask))
            continue;
        lookup->slots[hole] = lookup->slots[at];
        hole = at;
    }
    lookup->slots[hole].value = NULL;
}

void *lookup_take(struct lookup *lookup, uint64_t key)
{
    struct lookup_slot *slot;
    void *value;

    if (lookup->slots == NULL)
        return NULL;
    slot = find(lookup, key);
    value = slot->value;
    if (value == NULL)
        return NULL;
    close_hole(lookup, (uint32_t)(slot - lookup->slots));
    lookup->count--;
    return value;
}

void lookup_clear(struct lookup *lookup)
{
    free(lookup->slots);
    *lookup = (struct lookup){ 0 };
}
