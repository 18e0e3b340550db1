/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * bag.h - sums by key.
 *
 * Shape: open addressing; UINT64_MAX is not a valid key.  All zero is an empty
 * bag.
 * Threads: one owner.  Memory: grows; bag_clear() frees.  Errors: false
 * without memory, with nothing added.
 */
#ifndef REPLAY_BAG_H
#define REPLAY_BAG_H

#include <stdbool.h>
#include <stdint.h>

struct bag_item {
    uint64_t key, value;
};

struct bag {
    struct bag_item *items; /* array of `room' items */
    uint32_t count, room;   /* room: 0 or a power of two */
};

void bag_clear(struct bag *bag);
bool bag_add(struct bag *bag, uint64_t key, uint64_t value);
/* Adds all of `from' and clears it. */
bool bag_pour(struct bag *into, struct bag *from);

/* Iterates: for (struct bag_item *item = NULL; (item = bag_next(bag, item)) !=
 * NULL;) */
struct bag_item *bag_next(const struct bag *bag, struct bag_item *item);

#endif
