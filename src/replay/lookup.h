/*
 * lookup.h - pointers by number, with removal.
 *
 * Shape: open addressing.  All zero is empty.
 * Threads: one owner.  Memory: grows; lookup_clear() frees the table.
 */
#ifndef REPLAY_LOOKUP_H
#define REPLAY_LOOKUP_H

#include <stdbool.h>
#include <stdint.h>

struct lookup_slot {
    uint64_t key;
    void *value; /* NULL: empty */
};

struct lookup {
    struct lookup_slot *slots;
    uint32_t count, mask; /* mask + 1 slots, or none */
};

/* Stores or replaces a value; false without memory. */
bool lookup_put(struct lookup *lookup, uint64_t key, void *value);
void *lookup_get(const struct lookup *lookup, uint64_t key); /* or NULL */
/* Same, and removes it. */
void *lookup_take(struct lookup *lookup, uint64_t key);
void lookup_clear(struct lookup *lookup);

static inline uint64_t lookup_pair(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

#endif
