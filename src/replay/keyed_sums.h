/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * keyed_sums.h - sums by key.
 *
 * Shape: open addressing; UINT64_MAX is not a valid key.  All zero is an empty
 * table.
 * Threads: one owner.  Memory: grows; keyed_sums_clear() frees.  Errors: false
 * without memory, with nothing added.
 */
#ifndef REPLAY_KEYED_SUMS_H
#define REPLAY_KEYED_SUMS_H

#include <stdbool.h>
#include <stdint.h>

struct keyed_sum {
    uint64_t key, value;
};

struct keyed_sums {
    struct keyed_sum *items; /* array of `room' items */
    uint32_t count, room;    /* room: 0 or a power of two */
};

void keyed_sums_clear(struct keyed_sums *sums);
bool keyed_sums_add(struct keyed_sums *sums, uint64_t key, uint64_t value);
/* Adds all of `from' and clears it. */
bool keyed_sums_merge(struct keyed_sums *into, struct keyed_sums *from);

/* Iterates: for (struct keyed_sum *item = NULL;
 * (item = keyed_sums_next(sums, item)) != NULL;) */
struct keyed_sum *keyed_sums_next(const struct keyed_sums *sums,
                                  struct keyed_sum *item);

#endif
