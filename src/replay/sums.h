/*
 * sums.h - total, count and maximum of times, by four numbers.
 *
 * Threads: one owner.  Memory: grows; sums_clear() frees.  Errors: false
 * without memory.
 */
#ifndef REPLAY_SUMS_H
#define REPLAY_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sum {
    uint32_t key[4];
    uint64_t ns, count, most;
};

struct sums {
    struct sum *items; /* in order of first appearance */
    uint32_t *slots;   /* index + 1, 0: empty */
    uint32_t count, room, mask;
};

bool sums_add(struct sums *sums, const uint32_t key[4], uint64_t ns);
/* Adds a sum computed elsewhere. */
bool sums_join(struct sums *sums, const struct sum *from);
void sums_clear(struct sums *sums);

#endif
