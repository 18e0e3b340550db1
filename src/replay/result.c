/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * result.c - converts the sums of the replay to a struct replay_result.
 */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/order.h"
#include "base/saturate.h"
#include "replay/overlap.h"
#include "replay/stretches.h"
#include "replay/transfers.h"

static void *allocate_room(struct replay_state *state, size_t count,
                           size_t size)
{
    void *made = calloc(count + 1, size);

    if (made == NULL)
        replay_state_no_memory(state);
    return made;
}

static void copy_sites(struct replay_state *state,
                       struct replay_result *result)
{
    uint32_t count = state->log->site_count;

    result->sites = allocate_room(state, count, sizeof(*result->sites));
    result->activities =
        allocate_room(state, 2 * (size_t)count, sizeof(*result->activities));
    if (result->sites == NULL || result->activities == NULL)
        return;
    result->site_count = count;
    memcpy(result->sites, state->log->sites, count * sizeof(*result->sites));
    memcpy(result->activities, state->activities,
           2 * (size_t)count * sizeof(*result->activities));
}

ORDER(by_rank, struct wait_row, UP(rank) UP(kind) UP(site) UP(comm));

static void copy_rows(struct replay_state *state, struct replay_result *result)
{
    const struct sums *rows = &state->rows;

    result->rows = allocate_room(state, rows->count, sizeof(*result->rows));
    if (result->rows == NULL)
        return;
    result->row_count = rows->count;
    for (uint32_t i = 0; i < rows->count; i++) {
        const struct sum *sum = &rows->items[i];

        result->rows[i] = (struct wait_row){ .kind = sum->key[0],
                                             .rank = sum->key[1],
                                             .site = sum->key[2],
                                             .comm = sum->key[3],
                                             .ns = sum->ns,
                                             .count = sum->count,
                                             .most = sum->most };
    }
    qsort(result->rows, result->row_count, sizeof(*result->rows), by_rank);
}

static void copy_causes(struct replay_state *state,
                        struct replay_result *result)
{
    const struct sums *causes = &state->causes;

    result->causes =
        allocate_room(state, causes->count, sizeof(*result->causes));
    if (result->causes == NULL)
        return;
    result->cause_count = causes->count;
    for (uint32_t i = 0; i < causes->count; i++) {
        const struct sum *sum = &causes->items[i];

        result->causes[i] = (struct wait_cause){ .kind = sum->key[0],
                                                 .site = sum->key[1],
                                                 .rank = sum->key[2],
                                                 .culprit_site = sum->key[3],
                                                 .ns = sum->ns,
                                                 .count = sum->count,
                                                 .most = sum->most };
    }
}

ORDER(by_ranks, struct wait_pair, UP(rank) UP(culprit) UP(site));

static void copy_pairs(struct replay_state *state,
                       struct replay_result *result)
{
    const struct sums *pairs = &state->pairs;

    result->pairs = allocate_room(state, pairs->count, sizeof(*result->pairs));
    if (result->pairs == NULL)
        return;
    result->pair_count = pairs->count;
    for (uint32_t i = 0; i < pairs->count; i++)
        result->pairs[i] =
            (struct wait_pair){ pairs->items[i].key[0], pairs->items[i].key[1],
                                pairs->items[i].key[2], pairs->items[i].ns,
                                pairs->items[i].count };
    if (pairs->count > 0)
        qsort(result->pairs, pairs->count, sizeof(*result->pairs), by_ranks);
}

/* The sums come in twos: the whole calls, and what was waited of them. */
static void copy_splits(struct replay_state *state,
                        struct replay_result *result)
{
    const struct sums *splits = &state->splits;

    result->splits =
        allocate_room(state, splits->count / 2, sizeof(*result->splits));
    if (result->splits == NULL)
        return;
    result->split_count = splits->count / 2;
    for (uint32_t i = 0; i + 1 < splits->count; i += 2) {
        const struct sum *whole = &splits->items[i], *part = whole + 1;

        result->splits[i / 2] =
            (struct collective_split){ .site = whole->key[0],
                                       .comm = whole->key[1],
                                       .calls = whole->count,
                                       .synchronisation = part->ns,
                                       .transfer = whole->ns - part->ns };
    }
}

static void add_overlap(struct overlap *overlap, const struct sum *sum)
{
    switch ((enum overlap_sum)sum->key[1]) {
    case OVERLAP_WORK:
        overlap->calls = sum->count;
        overlap->work = sum->ns;
        break;
    case OVERLAP_MESSAGES:
        overlap->messages = sum->count;
        overlap->bytes = sum->ns;
        break;
    case OVERLAP_COLLECTIVES: overlap->collectives = true; break;
    case OVERLAP_ORDER: overlap->reordered = sum->ns; break;
    case OVERLAP_QUIET: overlap->quiet = sum->count; break;
    }
}

static void copy_overlaps(struct replay_state *state,
                          struct replay_result *result)
{
    const struct sums *sums = &state->overlaps;
    struct overlap *all =
        allocate_room(state, result->site_count, sizeof(*all));

    result->overlaps = all;
    if (all == NULL)
        return;
    for (uint32_t i = 0; i < sums->count; i++)
        add_overlap(&all[sums->items[i].key[0]], &sums->items[i]);
    for (uint32_t i = 0; i < result->site_count; i++)
        if (all[i].calls > 0 || all[i].reordered > 0 || all[i].quiet > 0) {
            all[i].site = i;
            all[result->overlap_count++] = all[i];
        }
}

/* For the location that ends last; its path is the critical one. */
const struct location *replay_state_last(const struct replay_state *state)
{
    const struct location *last = NULL;

    for (uint32_t i = 0; i < state->profile->rank_count; i++) {
        const struct location *master = state->masters[i];

        if (master != NULL && (last == NULL || master->end > last->end))
            last = master;
    }
    return last;
}

ORDER(by_activity, struct path_part, UP(rank) UP(activity));

static enum status copy_parts(struct replay_state *state,
                              const struct keyed_sums *sum,
                              struct path_part **out, size_t *count)
{
    struct path_part *parts = allocate_room(state, sum->count, sizeof(*parts));

    for (struct keyed_sum *item = NULL;
         parts != NULL && (item = keyed_sums_next(sum, item)) != NULL;)
        parts[(*count)++] =
            (struct path_part){ (uint32_t)(item->key >> 32),
                                (uint32_t)item->key, item->value };
    if (parts != NULL)
        qsort(parts, *count, sizeof(*parts), by_activity);
    *out = parts;
    return state->status;
}

enum status replay_state_path(struct replay_state *state,
                              const struct path_end *end,
                              struct path_part **out, size_t *count)
{
    const struct replay_state_slice *slice = &state->slice;
    struct keyed_sums sum = { 0 };
    enum status status;

    *count = 0;
    for (size_t i = 0; i < slice->before_count; i++)
        if (!keyed_sums_add(&sum, slice->before[i].key,
                            slice->before[i].value))
            replay_state_no_memory(state);
    path_sum(&state->paths, end, &sum);
    status = copy_parts(state, &sum, out, count);
    keyed_sums_clear(&sum);
    return status;
}

static void copy_path(struct replay_state *state, struct replay_result *result)
{
    const struct location *last = replay_state_last(state);
    const struct location *first = state->slice.last;

    if (last == NULL)
        return;
    replay_state_path(state, first != NULL ? &first->path : &last->path,
                      &result->path, &result->path_count);
    for (size_t i = 0; i < result->path_count; i++)
        result->path_length += result->path[i].ns;
    result->path_ends = last->about->rank;
}

static void copy_delays(struct replay_state *state,
                        struct replay_result *result)
{
    size_t count = state->slice.cost_count;
    struct delay_cost *costs = state->slice.costs;

    state->slice.costs = NULL; /* they are in what comes now */
    if (!delays_costs(&state->delays, &costs, &count)) {
        replay_state_no_memory(state);
        return;
    }
    result->delays = allocate_room(state, count, sizeof(*result->delays));
    for (size_t i = 0; result->delays != NULL && i < count; i++)
        result->delays[i] =
            (struct delay){ costs[i].rank, costs[i].activity,
                            saturate_near(costs[i].short_term),
                            saturate_near(costs[i].long_term) };
    result->delay_count = result->delays == NULL ? 0 : count;
    free(costs);
}

static void copy_longest(struct replay_state *state,
                         struct replay_result *result)
{
    struct top_waits *longest = &state->longest;

    top_waits_sort(longest);
    result->longest =
        allocate_room(state, longest->count, sizeof(*result->longest));
    if (result->longest == NULL)
        return;
    memcpy(result->longest, longest->items,
           longest->count * sizeof(*result->longest));
    result->longest_count = longest->count;
}

static void note_ideal(const struct replay_state *state,
                       struct replay_result *result)
{
    for (uint32_t i = 0; i < state->profile->rank_count; i++) {
        const struct location *master = state->masters[i];

        if (master == NULL)
            continue;
        result->ranks++;
        if (master->awake &&
            master->ideal - master->about->begin > result->ideal)
            result->ideal = master->ideal - master->about->begin;
    }
    for (uint32_t i = 0; i < state->log->location_count; i++)
        result->cut = result->cut || state->log->locations[i].cut;
}

static void note_counts(const struct replay_state *state,
                        struct replay_result *result)
{
    const struct messages *messages = &state->messages;

    result->sends = messages->sends;
    result->receives = messages->receives;
    result->matched = messages->matched;
    result->collectives = state->collectives.begun;
    result->odd_collectives = state->collectives.odd;
    result->open_collectives =
        state->collectives.begun - state->collectives.whole;
    result->violations = state->violations;
    result->violation_most = state->violation_most;
}

enum status replay_state_result(struct replay_state *state,
                                struct replay_result **out)
{
    struct replay_result *result = calloc(1, sizeof(*result));

    if (result == NULL)
        return log_fail(STATUS_NO_MEMORY, "replay of the trace");
    copy_sites(state, result);
    copy_rows(state, result);
    copy_causes(state, result);
    copy_pairs(state, result);
    copy_splits(state, result);
    copy_overlaps(state, result);
    transfers_result(state, result);
    copy_path(state, result);
    copy_delays(state, result);
    copy_longest(state, result);
    note_ideal(state, result);
    note_counts(state, result);
    stretches_result(state, &result->stretches);
    if (state->status == STATUS_OK)
        *out = result;
    else
        replay_result_destroy(result);
    return state->status;
}
