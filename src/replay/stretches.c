/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/stretches.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "replay/replay_state.h"

enum way { WAY_PAUSE, WAY_WORK, WAY_CALL };

/* In the keys of sums. */
enum { SUM_USEFUL, SUM_TIME };

static bool location_counts(const struct replay_state *state,
                            const struct location *location)
{
    return state->stretches.wanted && location->about->thread == 0;
}

void stretches_init(struct replay_state *state)
{
    struct stretches *own = &state->stretches;
    uint64_t end;

    replay_log_span(state->log, &own->begin, &end);
    own->length = end - own->begin;
    own->wanted = !replay_state_only_looks(state) && own->length > 0;
    for (uint32_t i = 0; i < STRETCHES; i++)
        own->ends[i] = own->begin + stretch_edge(own->length, i + 1);
    own->ends[STRETCHES - 1] = UINT64_MAX;
}

static void parts_clear(struct stretch_parts *parts)
{
    free(parts->items);
    *parts = (struct stretch_parts){ 0 };
}

void stretches_clear(struct replay_state *state)
{
    for (uint32_t i = 0;
         state->locations != NULL && i < state->log->location_count; i++) {
        parts_clear(&state->locations[i].stretch.parts);
        parts_clear(&state->locations[i].stretch.first);
    }
    map_clear(&state->stretches.sums.items_map);
}

/* ---- times of one location ---- */

static struct stretch_part *parts_append(struct stretch_parts *parts,
                                         uint32_t region)
{
    uint32_t room = parts->room == 0 ? 4 : 2 * parts->room;
    struct stretch_part *items;

    if (parts->count == parts->room) {
        items = realloc(parts->items, room * sizeof(*items));
        if (items == NULL)
            return NULL;
        parts->items = items;
        parts->room = room;
    }
    parts->items[parts->count] = (struct stretch_part){ .region = region };
    return &parts->items[parts->count++];
}

static struct stretch_part *parts_get(struct stretch_parts *parts,
                                      uint32_t region)
{
    if (parts->recent < parts->count &&
        parts->items[parts->recent].region == region)
        return &parts->items[parts->recent];
    for (parts->recent = 0; parts->recent < parts->count; parts->recent++)
        if (parts->items[parts->recent].region == region)
            return &parts->items[parts->recent];
    return parts_append(parts, region);
}

static void parts_add(struct replay_state *state, struct stretch_parts *parts,
                      uint32_t region, uint64_t useful, uint64_t time)
{
    struct stretch_part *part = parts_get(parts, region);

    if (part == NULL) {
        replay_state_no_memory(state);
        return;
    }
    part->useful += useful;
    part->time += time;
}

static void sum_up(struct replay_state *state, uint32_t stretch,
                   const struct stretch_part *part)
{
    uint32_t useful[4] = { part->region, stretch, SUM_USEFUL, 0 };
    uint32_t time[4] = { part->region, stretch, SUM_TIME, 0 };
    struct sums *sums = &state->stretches.sums;

    if (!sums_add(sums, useful, part->useful) ||
        !sums_add(sums, time, part->time))
        replay_state_no_memory(state);
}

/* All of its times in the stretch are known. */
static void leave_stretch(struct replay_state *state,
                          struct stretch_cursor *cursor)
{
    if (cursor->opens) {
        cursor->first = cursor->parts;
        cursor->parts = (struct stretch_parts){ 0 };
        cursor->opens = false;
    }
    for (uint32_t i = 0; i < cursor->parts.count; i++)
        sum_up(state, cursor->index, &cursor->parts.items[i]);
    cursor->parts.count = 0;
}

static void arrive_at_end(struct replay_state *state, uint32_t stretch,
                          uint64_t ideal)
{
    struct stretches *own = &state->stretches;

    own->passed[stretch] = true;
    if (ideal > own->front[stretch])
        own->front[stretch] = ideal;
}

static void go_until(struct replay_state *state, struct stretch_cursor *cursor,
                     uint32_t site, uint64_t until, enum way way)
{
    uint32_t region = state->log->sites[site].region;

    while (cursor->at < until) {
        uint64_t end = state->stretches.ends[cursor->index];
        uint64_t ns = (end < until ? end : until) - cursor->at;
        uint64_t useful = way == WAY_WORK ? ns : 0;

        if (ns == 0) {
            arrive_at_end(state, cursor->index, cursor->ideal);
            leave_stretch(state, cursor);
            cursor->index++;
            continue;
        }
        cursor->at += ns;
        cursor->ideal += useful;
        if (way == WAY_PAUSE)
            continue;
        parts_add(state, &cursor->parts, STRETCH_RUN, useful, ns);
        parts_add(state, &cursor->parts, region, useful, ns);
    }
}

static void start_at(struct replay_state *state, struct location *location)
{
    struct stretch_cursor *cursor = &location->stretch;

    cursor->at = location->last_end;
    cursor->ideal = location->ideal;
    cursor->index = 0;
    while (state->stretches.ends[cursor->index] < cursor->at)
        cursor->index++;
}

void stretches_wake(struct replay_state *state, struct location *location)
{
    if (location_counts(state, location))
        start_at(state, location);
}

void stretches_pause(struct replay_state *state, struct location *location,
                     uint64_t ns)
{
    if (location_counts(state, location))
        go_until(state, &location->stretch, location->call.site,
                 location->stretch.at + ns, WAY_PAUSE);
}

void stretches_work(struct replay_state *state, struct location *location,
                    uint32_t site, uint64_t ns)
{
    if (location_counts(state, location))
        go_until(state, &location->stretch, site, location->stretch.at + ns,
                 WAY_WORK);
}

/* A stretch that the location has left is summed up already. */
static void add_useful(struct replay_state *state, struct location *location,
                       uint32_t stretch, uint32_t region, uint64_t ns)
{
    const struct stretch_part part = { .region = region, .useful = ns };

    if (stretch == location->stretch.index)
        parts_add(state, &location->stretch.parts, region, ns, 0);
    else
        sum_up(state, stretch, &part);
}

void stretches_worked(struct replay_state *state, struct location *location,
                      uint32_t site, uint64_t ns)
{
    uint64_t begin = location->polls.begin, end = location->call.begin;
    uint64_t left = ns, from = begin;

    if (!location_counts(state, location) || end <= begin)
        return;
    for (uint32_t i = 0; i < STRETCHES && left > 0; i++) {
        uint64_t to = order_least(state->stretches.ends[i], end), part;

        if (to <= from)
            continue;
        part = to == end ? left
                         : (uint64_t)((double)ns * (double)(to - from) /
                                      (double)(end - begin));
        part = order_least(part, left);
        add_useful(state, location, i, STRETCH_RUN, part);
        add_useful(state, location, i, state->log->sites[site].region, part);
        left -= part;
        from = to;
    }
}

void stretches_call(struct replay_state *state, struct location *location)
{
    if (!location_counts(state, location))
        return;
    go_until(state, &location->stretch, location->call.site,
             location->call.end, WAY_CALL);
    location->stretch.ideal = location->ideal;
}

/* ---- slices ---- */

void stretches_open(struct replay_state *state)
{
    struct stretches *own = &state->stretches;

    map_clear(&own->sums.items_map);
    memset(own->front, 0, sizeof(own->front));
    memset(own->passed, 0, sizeof(own->passed));
    for (uint32_t i = 0; i < state->log->location_count; i++) {
        struct location *location = &state->locations[i];

        if (!location_counts(state, location))
            continue;
        start_at(state, location);
        location->stretch.parts.count = 0;
        location->stretch.opens = true;
    }
}

static void put_parts(const struct stretch_parts *parts,
                      struct bytes_writer *out)
{
    bytes_put_number(out, parts->count);
    for (uint32_t i = 0; i < parts->count; i++) {
        PUT_NUMBERS(out, parts->items[i].region, parts->items[i].useful,
                    parts->items[i].time);
    }
}

static void take_parts(struct replay_state *state, struct stretch_parts *parts,
                       struct bytes_reader *in)
{
    size_t count = bytes_get_count(in, 3);

    for (size_t i = 0; i < count; i++) {
        uint32_t region = (uint32_t)bytes_get_number(in);
        uint64_t useful = bytes_get_number(in);

        parts_add(state, parts, region, useful, bytes_get_number(in));
    }
}

void stretches_put(const struct replay_state *state, struct bytes_writer *out)
{
    const struct stretches *own = &state->stretches;

    for (uint32_t i = 0; i < STRETCHES; i++)
        PUT_NUMBERS(out, own->passed[i], own->front[i]);
    for (uint32_t i = 0; i < state->log->location_count; i++) {
        const struct stretch_cursor *cursor = &state->locations[i].stretch;

        PUT_NUMBERS(out, cursor->opens, cursor->index);
        if (!cursor->opens)
            put_parts(&cursor->first, out);
        put_parts(&cursor->parts, out);
    }
}

static void take_cursor(struct replay_state *state,
                        struct stretch_cursor *cursor, struct bytes_reader *in)
{
    bool opens = bytes_get_number(in) != 0;
    uint32_t index = (uint32_t)bytes_get_number(in);

    take_parts(state, &cursor->parts, in);
    if (opens)
        return;
    leave_stretch(state, cursor);
    cursor->index = index;
    take_parts(state, &cursor->parts, in);
}

bool stretches_take(struct replay_state *state, uint64_t base,
                    struct bytes_reader *in)
{
    for (uint32_t i = 0; i < STRETCHES; i++) {
        bool passed = bytes_get_number(in) != 0;
        uint64_t front = bytes_get_number(in);

        if (passed)
            arrive_at_end(state, i, base + front);
    }
    for (uint32_t i = 0; i < state->log->location_count; i++)
        take_cursor(state, &state->locations[i].stretch, in);
    return !in->failed && state->status == STATUS_OK;
}

/* ---- the result ---- */

/* Locations leave the stretches that they did not pass where the run ended. */
static void finish_stretches(struct replay_state *state)
{
    for (uint32_t i = 0; i < state->log->location_count; i++) {
        struct location *location = &state->locations[i];
        struct stretch_cursor *cursor = &location->stretch;

        if (!location_counts(state, location) || !location->awake)
            continue;
        leave_stretch(state, cursor);
        for (uint32_t k = cursor->index; k < STRETCHES; k++)
            arrive_at_end(state, k, location->ideal);
    }
}

static void copy_ideal(const struct stretches *own,
                       struct replay_stretches *out)
{
    uint64_t before = own->begin;

    for (uint32_t i = 0; i < STRETCHES; i++) {
        if (!own->passed[i] || own->front[i] <= before)
            continue;
        out->ideal[i] = own->front[i] - before;
        before = own->front[i];
    }
}

/* The run first. */
static int by_region(const void *left, const void *right)
{
    const struct stretch_region *a = left, *b = right;

    if (a->region == b->region)
        return 0;
    if (a->region == STRETCH_RUN || b->region == STRETCH_RUN)
        return a->region == STRETCH_RUN ? -1 : 1;
    return a->region < b->region ? -1 : 1;
}

static void copy_sum(struct stretch_region *region, const struct sum *sum)
{
    struct stretch_sum *into = &region->in[sum->key[1]];

    if (sum->key[2] == SUM_TIME) {
        into->time_most = sum->most;
        return;
    }
    into->useful = sum->ns;
    into->useful_most = sum->most;
}

void stretches_result(struct replay_state *state, struct replay_stretches *out)
{
    struct stretches *own = &state->stretches;
    MAP_OF(struct stretch_region, items, count) regions = { 0 };

    finish_stretches(state);
    out->length = own->wanted ? own->length : 0;
    copy_ideal(own, out);
    for (uint32_t i = 0; i < own->sums.count; i++) {
        struct sum *sum = &own->sums.items[i];
        struct stretch_region *region =
            map_get(&regions.items_map, sizeof(*region), sum->key,
                    sizeof(region->region));

        if (region == NULL)
            replay_state_no_memory(state);
        else
            copy_sum(region, sum);
    }
    out->region_count = regions.count;
    if (regions.count > 0)
        qsort(regions.items, regions.count, sizeof(*regions.items), by_region);
    free(regions.items_slots);
    out->regions = regions.items;
}
