/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"

bool schedule_init(struct schedule *schedule, uint32_t locations)
{
    *schedule = (struct schedule){
        .times = calloc(locations + 1u, sizeof(*schedule->times)),
        .places = calloc(locations + 1u, sizeof(*schedule->places)),
        .heap = calloc(locations + 1u, sizeof(*schedule->heap))
    };
    if (schedule->times == NULL || schedule->places == NULL ||
        schedule->heap == NULL)
        return false;
    memset(schedule->places, 0xff, locations * sizeof(*schedule->places));
    return true;
}

void schedule_clear(struct schedule *schedule)
{
    FREE_ALL(schedule->times, schedule->places, schedule->heap);
    *schedule = (struct schedule){ 0 };
}

static bool is_before(const struct schedule *schedule, uint32_t a, uint32_t b)
{
    uint64_t at_a = schedule->times[a], at_b = schedule->times[b];

    return at_a < at_b || (at_a == at_b && a < b);
}

static void place_set(struct schedule *schedule, uint32_t place,
                      uint32_t location)
{
    schedule->heap[place] = location;
    schedule->places[location] = place;
}

static void heap_rise(struct schedule *schedule, uint32_t place)
{
    uint32_t location = schedule->heap[place];

    while (place > 0) {
        uint32_t above = schedule->heap[(place - 1) / 2];

        if (!is_before(schedule, location, above))
            break;
        place_set(schedule, place, above);
        place = (place - 1) / 2;
    }
    place_set(schedule, place, location);
}

static void heap_sink(struct schedule *schedule, uint32_t place)
{
    uint32_t location = schedule->heap[place];

    for (;;) {
        uint32_t below = 2 * place + 1;

        if (below >= schedule->count)
            break;
        if (below + 1 < schedule->count &&
            is_before(schedule, schedule->heap[below + 1],
                      schedule->heap[below]))
            below++;
        if (!is_before(schedule, schedule->heap[below], location))
            break;
        place_set(schedule, place, schedule->heap[below]);
        place = below;
    }
    place_set(schedule, place, location);
}

void schedule_put(struct schedule *schedule, uint32_t location, uint64_t time)
{
    uint32_t place = schedule->places[location];

    schedule->times[location] = time;
    if (place == SCHEDULE_NONE) {
        place = schedule->count++;
        place_set(schedule, place, location);
    }
    heap_rise(schedule, place);
    heap_sink(schedule, schedule->places[location]);
}

void schedule_remove(struct schedule *schedule, uint32_t location)
{
    uint32_t place = schedule->places[location], last;

    if (place == SCHEDULE_NONE)
        return;
    schedule->places[location] = SCHEDULE_NONE;
    last = schedule->heap[--schedule->count];
    if (last == location)
        return;
    place_set(schedule, place, last);
    heap_rise(schedule, place);
    heap_sink(schedule, schedule->places[last]);
}

uint32_t schedule_next(struct schedule *schedule)
{
    uint32_t first;

    if (schedule->count == 0)
        return SCHEDULE_NONE;
    first = schedule->heap[0];
    schedule_remove(schedule, first);
    return first;
}
