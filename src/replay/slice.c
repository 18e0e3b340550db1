/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/slice.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "replay/matching/epochs.h"
#include "replay/matching/locks.h"
#include "replay/replay_state.h"
#include "replay/stretches.h"

struct slice {
    struct replay_state state;
};

/* In a path: it begins at the start of the slice, on that location. */
static uint64_t root_key(uint32_t location)
{
    return (uint64_t)location << 32 | UINT32_MAX;
}

static bool is_root(uint64_t key)
{
    return (uint32_t)key == UINT32_MAX;
}

/* ---- playing ---- */

static void forget_sums(struct replay_state *state)
{
    map_clear(&state->rows.items_map);
    map_clear(&state->causes.items_map);
    map_clear(&state->pairs.items_map);
    map_clear(&state->splits.items_map);
    map_clear(&state->overlaps.items_map);
    map_clear(&state->transfers.items_map);
    state->longest = (struct top_waits){ .count = 0 };
    memset(state->activities, 0,
           2 * (size_t)state->log->site_count * sizeof(*state->activities));
    state->collectives.begun = state->collectives.whole = 0;
    state->collectives.odd = 0;
}

/* All ranks have been in that call, and nothing else. */
static bool is_opened(const struct replay_state *state)
{
    for (uint32_t i = 0; i < state->log->location_count; i++) {
        const struct location *location = &state->locations[i];

        if (location->about->thread == 0 &&
            (!location->awake || location->in_call))
            return false;
    }
    return state->calls == state->profile->rank_count &&
           state->collectives.odd == 0 && state->messages.sends == 0 &&
           state->messages.receives == 0;
}

void slice_open(struct replay_state *state)
{
    state->slice.opening = false;
    if (!is_opened(state)) {
        state->slice.unclean = true;
        return;
    }
    forget_sums(state);
    if (!delays_restart(&state->delays))
        state->delays.failed = state->delays.told = true;
    for (uint32_t i = 0; i < state->log->location_count; i++) {
        struct location *location = &state->locations[i];

        if (location->about->thread != 0)
            continue;
        location->ideal = 0;
        path_end_clear(&location->path);
        path_go(&state->paths, &location->path, root_key(i), 1);
    }
    stretches_open(state);
}

enum status slice_play(const struct replay_log *log,
                       const struct profile *profile, bool begins,
                       bool goes_on, const struct progress *progress,
                       struct slice **out)
{
    struct slice *slice = calloc(1, sizeof(*slice));
    enum status status;

    if (slice == NULL)
        return log_fail(STATUS_NO_MEMORY, "replay of the trace");
    slice->state = (struct replay_state){ .log = log,
                                          .profile = profile,
                                          .slice = { .opening = begins,
                                                     .goes_on = goes_on } };
    status = replay_state_run(&slice->state, progress);
    if (status == STATUS_OK)
        *out = slice;
    else
        slice_destroy(slice);
    return status;
}

void slice_destroy(struct slice *slice)
{
    if (slice == NULL)
        return;
    free(slice->state.slice.before);
    free(slice->state.slice.costs);
    replay_state_clear(&slice->state);
    free(slice);
}

/* In the sync_point at its end nothing is open. */
static bool is_over(const struct replay_state *state)
{
    return state->slice.stopped == state->profile->rank_count &&
           state->messages.queues.count == 0 && state->requests.count == 0 &&
           state->collectives.open.count == 0 &&
           epochs_are_over(&state->epochs) && locks_are_free(&state->locks);
}

bool slice_is_clean(const struct slice *slice)
{
    const struct replay_state *state = &slice->state;

    return !state->slice.unclean && !state->slice.opening &&
           !state->delays.reaches_back &&
           (!state->slice.goes_on || is_over(state));
}

/* ---- what it says ---- */

static void put_list(struct bytes_writer *out, const void *items, size_t count,
                     size_t size)
{
    bytes_put_number(out, count);
    if (count > 0)
        bytes_put(out, items, count * size);
}

/* A copy, or NULL. */
static void *get_list(struct bytes_reader *in, size_t *count, size_t size)
{
    void *items;

    *count = bytes_get_count(in, size);
    items = malloc(*count * size + 1);
    if (items != NULL && *count > 0)
        memcpy(items, bytes_get(in, *count * size), *count * size);
    return items;
}

/* The first ones are sums. */
static struct sums *sums_at(struct replay_state *state, int i)
{
    struct sums *all[] = { &state->rows,          &state->causes,
                           &state->pairs,         &state->splits,
                           &state->overlaps,      &state->transfers,
                           &state->stretches.sums };

    return all[i];
}

#define SUMS 7

static void put_locations(const struct replay_state *state,
                          struct bytes_writer *out)
{
    for (uint32_t i = 0; i < state->log->location_count; i++) {
        const struct location *location = &state->locations[i];

        PUT_NUMBERS(out, location->ideal, location->end, location->awake);
    }
    bytes_put_number(out, state->slice.goes_on);
    if (!state->slice.goes_on)
        bytes_put(out, state->finals,
                  state->profile->rank_count * sizeof(*state->finals));
}

static void put_counts(const struct replay_state *state,
                       struct bytes_writer *out)
{
    const uint64_t counts[] = {
        state->messages.sends,    state->messages.receives,
        state->messages.matched,  state->collectives.begun,
        state->collectives.whole, state->collectives.odd,
        state->violations,        state->violation_most
    };

    bytes_put(out, counts, sizeof(counts));
}

void slice_put(const struct slice *slice, struct bytes_writer *out)
{
    struct replay_state *state = (struct replay_state *)&slice->state;

    for (int i = 0; i < SUMS; i++) {
        const struct sums *sums = sums_at(state, i);

        put_list(out, sums->items, sums->count, sizeof(*sums->items));
    }
    put_list(out, state->activities, 2 * (size_t)state->log->site_count,
             sizeof(*state->activities));
    put_list(out, state->longest.items, state->longest.count,
             sizeof(state->longest.items[0]));
    put_counts(state, out);
    stretches_put(state, out);
    put_locations(state, out);
}

static bool take_sums(struct sums *sums, struct bytes_reader *in)
{
    size_t count;
    struct sum *items = get_list(in, &count, sizeof(*items));
    bool fits = items != NULL;

    for (size_t i = 0; fits && i < count; i++)
        fits = sums_join(sums, &items[i]);
    free(items);
    return fits;
}

static bool take_activities(struct replay_state *state,
                            struct bytes_reader *in)
{
    size_t count;
    uint64_t *items = get_list(in, &count, sizeof(*items));

    for (size_t i = 0; items != NULL && i < count; i++)
        state->activities[i] += items[i];
    free(items);
    return items != NULL;
}

static bool take_longest(struct replay_state *state, struct bytes_reader *in)
{
    size_t count;
    struct long_wait *items = get_list(in, &count, sizeof(*items));

    for (size_t i = 0; items != NULL && i < count; i++)
        top_waits_add(&state->longest, &items[i]);
    free(items);
    return items != NULL;
}

static void take_counts(struct replay_state *state, struct bytes_reader *in)
{
    uint64_t counts[8] = { 0 };
    const void *data = bytes_get(in, sizeof(counts));

    if (data == NULL)
        return;
    memcpy(counts, data, sizeof(counts));
    state->messages.sends += counts[0];
    state->messages.receives += counts[1];
    state->messages.matched += counts[2];
    state->collectives.begun += counts[3];
    state->collectives.whole += counts[4];
    state->collectives.odd += counts[5];
    state->violations += counts[6];
    if (counts[7] > state->violation_most)
        state->violation_most = counts[7];
}

/* Ideal times go on from the sync_point's, which are the same for all. */
static bool take_locations(struct replay_state *state, struct bytes_reader *in)
{
    const void *finals;

    for (uint32_t i = 0; i < state->log->location_count; i++) {
        struct location *location = &state->locations[i];

        location->ideal += bytes_get_number(in);
        location->end = bytes_get_number(in);
        location->awake = (bytes_get_number(in) != 0) | location->awake;
    }
    state->slice.goes_on = bytes_get_number(in) != 0;
    if (state->slice.goes_on)
        return !in->failed;
    finals =
        bytes_get(in, state->profile->rank_count * sizeof(*state->finals));
    if (finals != NULL)
        memcpy(state->finals, finals,
               state->profile->rank_count * sizeof(*state->finals));
    return finals != NULL;
}

bool slice_take(struct slice *slice, struct bytes_reader *in)
{
    struct replay_state *state = &slice->state;
    bool fits = true;

    for (int i = 0; i < SUMS; i++)
        fits = take_sums(sums_at(state, i), in) && fits;
    fits = take_activities(state, in) && fits;
    fits = take_longest(state, in) && fits;
    take_counts(state, in);
    fits = stretches_take(state, state->locations[0].ideal, in) && fits;
    return take_locations(state, in) && fits && !in->failed;
}

/* ---- the critical path ---- */

void slice_put_path(struct slice *slice, uint32_t location,
                    struct bytes_writer *out)
{
    struct replay_state *state = &slice->state;
    struct keyed_sums sum = { 0 };

    path_sum(&state->paths, &state->locations[location].path, &sum);
    out->failed = out->failed || state->paths.failed;
    bytes_put_number(out, sum.count);
    for (struct keyed_sum *item = NULL;
         (item = keyed_sums_next(&sum, item)) != NULL;)
        bytes_put(out, item, sizeof(*item));
    keyed_sums_clear(&sum);
}

uint32_t slice_path_end(const struct slice *slice)
{
    const struct location *last = replay_state_last(&slice->state);

    return last == NULL ? 0 : last->number;
}

bool slice_take_path(struct slice *slice, struct bytes_reader *in,
                     uint32_t *location)
{
    struct replay_state_slice *own = &slice->state.slice;
    size_t count, kept = own->before_count;
    struct keyed_sum *items = get_list(in, &count, sizeof(*items));
    struct keyed_sum *all =
        realloc(own->before, (kept + count + 1) * sizeof(*all));
    bool rooted = false;

    if (all != NULL)
        own->before = all;
    for (size_t i = 0; items != NULL && all != NULL && i < count; i++)
        if (is_root(items[i].key)) {
            *location = (uint32_t)(items[i].key >> 32);
            rooted = *location < slice->state.log->location_count;
        } else {
            all[kept++] = items[i];
        }
    own->before_count = kept;
    free(items);
    if (rooted)
        own->last = &slice->state.locations[*location];
    return rooted;
}

/* ---- costs of delays ---- */

static bool take_costs(struct slice *slice, struct bytes_reader *later)
{
    struct replay_state_slice *own = &slice->state.slice;

    if (later == NULL)
        return true;
    own->costs = get_list(later, &own->cost_count, sizeof(*own->costs));
    return own->costs != NULL && !later->failed;
}

bool slice_put_costs(struct slice *slice, struct bytes_reader *later,
                     struct bytes_writer *out)
{
    struct replay_state_slice *own = &slice->state.slice;
    bool sound =
        take_costs(slice, later) &&
        delays_costs(&slice->state.delays, &own->costs, &own->cost_count);

    if (sound)
        put_list(out, own->costs, own->cost_count, sizeof(*own->costs));
    return sound;
}

enum status slice_result(struct slice *slice, struct bytes_reader *later,
                         struct replay_result **out)
{
    struct replay_state *state = &slice->state;

    if (!take_costs(slice, later))
        return log_fail(STATUS_NO_MEMORY, "replay of the trace");
    replay_state_charge_ends(state);
    return replay_state_result(state, out);
}
