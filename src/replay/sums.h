/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sums.h - total, count and maximum of times, by four numbers.
 *
 * Threads: one owner.  Memory: grows; map_clear() frees.  Errors: false: no
 * memory.
 */
#ifndef REPLAY_SUMS_H
#define REPLAY_SUMS_H

#include "base/map.h"

struct sum {
    uint32_t key[4];
    uint64_t ns, count, most;
};

struct sums {
    MAP_OF(struct sum, items, count);
};

bool sums_add(struct sums *sums, const uint32_t key[4], uint64_t ns);
/* Adds a sum computed elsewhere. */
bool sums_join(struct sums *sums, const struct sum *from);

#endif
