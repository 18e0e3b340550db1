/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/samples/region_samples.h"

static struct region_sample *find_sample(const struct region_samples *samples,
                                         uint32_t region, uint32_t number)
{
    const uint32_t key[] = { region, number };

    return map_find(&samples->items_map, sizeof(struct region_sample), key,
                    sizeof(key));
}

/* *out is NULL where there is no place for a new one; false: no memory. */
static bool sample_get(struct region_samples *samples, uint32_t region,
                       uint32_t number, struct region_sample **out)
{
    const uint32_t key[] = { region, number };

    if (region != REGION_ALL && samples->count >= REGION_SAMPLES_MOST) {
        *out = find_sample(samples, region, number);
        samples->full |= *out == NULL;
        return true;
    }
    *out = map_get(&samples->items_map, sizeof(**out), key, sizeof(key));
    return *out != NULL;
}

const struct region_sample *
region_samples_find(const struct region_samples *samples, uint32_t region,
                    uint32_t number)
{
    return find_sample(samples, region, number);
}

/* One element: `own' or `with' is 0. */
static bool sample_add(struct region_samples *samples,
                       const struct region_at *at, uint32_t region,
                       uint32_t number, uint64_t own, uint64_t with,
                       struct region_sample **out)
{
    bool longest = region == REGION_ALL ? at->longest_of_all : at->longest;
    struct region_sample *item;

    if (!sample_get(samples, region, number, out))
        return false;
    item = *out;
    if (item == NULL)
        return true;
    item->own += own;
    item->with += with;
    if (!longest)
        return true;
    if (item->rank != at->rank) {
        item->rank = at->rank;
        item->rank_own = item->rank_with = 0;
    }
    item->rank_own += own;
    item->rank_with += with;
    return true;
}

bool region_samples_own(struct region_samples *samples,
                        const struct region_at *at, uint32_t function,
                        uint32_t line)
{
    struct region_sample *item;
    uint64_t ns = at->ns;

    return sample_add(samples, at, REGION_ALL, REGION_TOTAL, ns, 0, &item) &&
           sample_add(samples, at, REGION_ALL, function, ns, 0, &item) &&
           sample_add(samples, at, at->region, REGION_TOTAL, ns, 0, &item) &&
           sample_add(samples, at, at->region, function, ns, 0, &item) &&
           sample_add(samples, at, at->region, REGION_LINE | line, ns, 0,
                      &item);
}

bool region_samples_with(struct region_samples *samples,
                         const struct region_at *at, uint32_t function,
                         int line)
{
    struct region_sample *item;

    if (!sample_add(samples, at, REGION_ALL, function, 0, at->ns, &item) ||
        !sample_add(samples, at, at->region, function, 0, at->ns, &item))
        return false;
    if (item != NULL && item->line == 0)
        item->line = line;
    return true;
}

void region_samples_name_line(const struct region_samples *samples,
                              const struct region_sample *of,
                              uint32_t function, int line)
{
    struct region_sample *item = find_sample(samples, of->region, function);

    if (line <= 0 || item == NULL || of->own <= item->most)
        return;
    item->most = of->own;
    item->line = line;
}

uint64_t region_sample_own(const struct region_sample *of, uint32_t rank)
{
    return of != NULL && of->rank == rank ? of->rank_own : 0;
}

uint64_t region_sample_with(const struct region_sample *of, uint32_t rank)
{
    return of != NULL && of->rank == rank ? of->rank_with : 0;
}
