#include "analyze/facts/region_samples.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/hash.h"

#define FIRST_SLOTS 256

void region_samples_clear(struct region_samples *samples)
{
    free(samples->items);
    free(samples->slots);
    free(samples->functions);
    memset(samples, 0, sizeof(*samples));
}

/* The slot of that element, or the free one where it belongs. */
static size_t find_slot(const struct region_samples *samples, uint32_t region,
                        uint32_t number)
{
    size_t mask = samples->slot_count - 1;
    size_t at = hash_mix(region, number) & mask;

    while (samples->slots[at] != 0) {
        const struct region_sample *item =
            &samples->items[samples->slots[at] - 1];

        if (item->region == region && item->number == number)
            break;
        at = (at + 1) & mask;
    }
    return at;
}

static bool grow_slots(struct region_samples *samples)
{
    size_t count = samples->slot_count ? 2 * samples->slot_count
                                       : FIRST_SLOTS;
    uint32_t *slots = calloc(count, sizeof(*slots));

    if (slots == NULL)
        return false;
    free(samples->slots);
    samples->slots = slots;
    samples->slot_count = count;
    for (size_t i = 0; i < samples->count; i++) {
        const struct region_sample *item = &samples->items[i];

        if (item->region != REGION_ALL || item->number >= REGION_TOTAL)
            slots[find_slot(samples, item->region, item->number)] =
                (uint32_t)i + 1;
    }
    return true;
}

static bool grow_functions(struct region_samples *samples)
{
    size_t before = samples->function_room;
    uint32_t *functions = samples->functions;

    if (!array_room(&functions, before, &samples->function_room,
                    sizeof(*functions)))
        return false;
    memset(functions + before, 0,
           (samples->function_room - before) * sizeof(*functions));
    samples->functions = functions;
    return true;
}

/* Where the index + 1 of that element is or belongs; NULL: no memory. */
static uint32_t *slot_of(struct region_samples *samples, uint32_t region,
                         uint32_t number)
{
    if (region == REGION_ALL && number < REGION_TOTAL) {
        while (number >= samples->function_room)
            if (!grow_functions(samples))
                return NULL;
        return &samples->functions[number];
    }
    if (2 * (samples->count + 1) > samples->slot_count &&
        !grow_slots(samples))
        return NULL;
    return &samples->slots[find_slot(samples, region, number)];
}

/* *out is NULL where there is no place for a new one; false: no memory. */
static bool get(struct region_samples *samples, uint32_t region,
                uint32_t number, struct region_sample **out)
{
    uint32_t *slot = slot_of(samples, region, number);

    *out = NULL;
    if (slot == NULL)
        return false;
    if (*slot == 0) {
        if (region != REGION_ALL && samples->count >= REGION_SAMPLES_MOST) {
            samples->full = true;
            return true;
        }
        if (!array_room(&samples->items, samples->count, &samples->room,
                        sizeof(*samples->items)))
            return false;
        samples->items[samples->count] =
            (struct region_sample){ .region = region, .number = number };
        *slot = (uint32_t)++samples->count;
    }
    *out = &samples->items[*slot - 1];
    return true;
}

static struct region_sample *look(const struct region_samples *samples,
                                  uint32_t region, uint32_t number)
{
    uint32_t found = 0;

    if (region == REGION_ALL && number < REGION_TOTAL)
        found = number < samples->function_room ? samples->functions[number]
                                                : 0;
    else if (samples->slot_count > 0)
        found = samples->slots[find_slot(samples, region, number)];
    return found == 0 ? NULL : &samples->items[found - 1];
}

const struct region_sample *
region_samples_find(const struct region_samples *samples, uint32_t region,
                    uint32_t number)
{
    return look(samples, region, number);
}

/* One element: `own' or `with' is 0. */
static bool add(struct region_samples *samples, const struct region_at *at,
                uint32_t region, uint32_t number, uint64_t own, uint64_t with,
                struct region_sample **out)
{
    bool longest = region == REGION_ALL ? at->longest_of_all : at->longest;
    struct region_sample *item;

    if (!get(samples, region, number, out))
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

    return add(samples, at, REGION_ALL, REGION_TOTAL, ns, 0, &item) &&
           add(samples, at, REGION_ALL, function, ns, 0, &item) &&
           add(samples, at, at->region, REGION_TOTAL, ns, 0, &item) &&
           add(samples, at, at->region, function, ns, 0, &item) &&
           add(samples, at, at->region, REGION_LINE | line, ns, 0, &item);
}

bool region_samples_with(struct region_samples *samples,
                         const struct region_at *at, uint32_t function,
                         int line)
{
    struct region_sample *item;

    if (!add(samples, at, REGION_ALL, function, 0, at->ns, &item) ||
        !add(samples, at, at->region, function, 0, at->ns, &item))
        return false;
    if (item != NULL && item->line == 0)
        item->line = line;
    return true;
}

void region_samples_name_line(const struct region_samples *samples,
                              const struct region_sample *of,
                              uint32_t function, int line)
{
    struct region_sample *item = look(samples, of->region, function);

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
