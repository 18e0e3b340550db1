/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/sums.h"

bool sums_join(struct sums *sums, const struct sum *from)
{
    struct sum *sum =
        map_get(&sums->items_map, sizeof(*sum), from->key, sizeof(from->key));

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
    struct sum *sum =
        map_get(&sums->items_map, sizeof(*sum), key, sizeof(sum->key));

    if (sum == NULL)
        return false;
    sum->ns += ns;
    sum->count++;
    if (ns > sum->most)
        sum->most = ns;
    return true;
}
