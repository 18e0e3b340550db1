/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/wait_tallies.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/order.h"

static enum status no_memory(void)
{
    return log_fail(STATUS_NO_MEMORY, "wait states");
}

static enum status name_places(struct wait_tallies *waits,
                               const struct scope *scope)
{
    const struct replay_result *replay = waits->replay;

    waits->places = calloc(replay->site_count + 1u, sizeof(*waits->places));
    if (waits->places == NULL)
        return no_memory();
    for (uint32_t i = 0; i < replay->site_count; i++) {
        const struct replay_site *site = &replay->sites[i];
        uint64_t key =
            site_key(site->call, sites_path(&scope->same, site->path));
        const struct tally *place = tallies_get(&waits->names, key);

        if (place == NULL)
            return no_memory();
        waits->places[i] = (uint32_t)(place - waits->names.items);
    }
    return STATUS_OK;
}

bool wait_site_inside(const struct scope *scope,
                      const struct replay_result *replay, uint32_t site)
{
    return scope_inside(scope, replay->sites[site].region);
}

static bool row_add(struct tallies *tallies, uint64_t key, uint32_t index,
                    const struct wait_row *row)
{
    struct tally *tally = tallies_get(tallies, key);

    if (tally == NULL)
        return false;
    rank_stats_add(&tally->time, index, row->ns);
    tally->calls += row->count;
    if (row->most > tally->longest)
        tally->longest = row->most;
    return true;
}

/* Rows and the ranks of the scope are both in ascending order. */
static enum status add_rows(struct wait_tallies *waits,
                            const struct scope *scope)
{
    const struct replay_result *replay = waits->replay;
    uint32_t index = 0;

    for (size_t i = 0; i < replay->row_count; i++) {
        const struct wait_row *row = &replay->rows[i];
        uint64_t key = wait_site_key(row->kind, waits->places[row->site]);

        while (index < scope->rank_count &&
               scope->ranks[index].rank < row->rank)
            index++;
        if (index == scope->rank_count)
            break;
        if (scope->ranks[index].rank != row->rank ||
            !wait_site_inside(scope, replay, row->site))
            continue;
        if (!row_add(&waits->kinds, row->kind, index, row) ||
            !row_add(&waits->sites, key, index, row))
            return no_memory();
        waits->names.items[wait_site_place(key)].mpi += row->ns;
        if (wait_kind_counts((enum wait_kind)row->kind) &&
            wait_kind_has_culprit((enum wait_kind)row->kind))
            waits->all += row->ns;
    }
    return STATUS_OK;
}

/* ---- blames ---- */

ORDER(by_all, struct wait_blame,
      UP(kind) UP(place) UP(rank) UP(culprit_place));

ORDER(greatest_first, struct wait_blame,
      UP(kind) UP(place) DOWN(ns) UP(rank) UP(culprit_place));

static void join_same(struct wait_tallies *waits)
{
    struct wait_blame *blames = waits->blames;
    size_t kept = 0;

    for (size_t i = 0; i < waits->blame_count; i++) {
        struct wait_blame *last = kept > 0 ? &blames[kept - 1] : NULL;

        if (last == NULL || by_all(last, &blames[i]) != 0) {
            blames[kept++] = blames[i];
            continue;
        }
        last->ns += blames[i].ns;
        last->count += blames[i].count;
        if (blames[i].most > last->most)
            last->most = blames[i].most;
    }
    waits->blame_count = kept;
}

static enum status add_blames(struct wait_tallies *waits,
                              const struct scope *scope)
{
    const struct replay_result *replay = waits->replay;

    waits->blames = calloc(replay->cause_count + 1, sizeof(*waits->blames));
    if (waits->blames == NULL)
        return no_memory();
    for (size_t i = 0; i < replay->cause_count; i++) {
        const struct wait_cause *cause = &replay->causes[i];

        if (!wait_site_inside(scope, replay, cause->site))
            continue;
        waits->blames[waits->blame_count++] = (struct wait_blame){
            cause->kind, waits->places[cause->site],
            cause->rank, waits->places[cause->culprit_site],
            cause->ns,   cause->count,
            cause->most
        };
    }
    qsort(waits->blames, waits->blame_count, sizeof(*waits->blames), by_all);
    join_same(waits);
    qsort(waits->blames, waits->blame_count, sizeof(*waits->blames),
          greatest_first);
    return STATUS_OK;
}

const struct wait_blame *wait_blame_of(const struct wait_tallies *waits,
                                       uint32_t kind, uint32_t place)
{
    size_t low = 0, high = waits->blame_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct wait_blame *blame = &waits->blames[middle];

        if (blame->kind < kind ||
            (blame->kind == kind && blame->place < place))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == waits->blame_count || waits->blames[low].kind != kind ||
        waits->blames[low].place != place)
        return NULL;
    return &waits->blames[low];
}

enum status wait_culprits(const struct wait_tallies *waits,
                          struct tallies *sums)
{
    for (size_t i = 0; i < waits->blame_count; i++) {
        const struct wait_blame *blame = &waits->blames[i];
        struct tally *sum;

        if (!wait_kind_counts((enum wait_kind)blame->kind))
            continue;
        sum = tallies_get(sums,
                          wait_site_key(blame->rank, blame->culprit_place));
        if (sum == NULL)
            return no_memory();
        sum->mpi += blame->ns;
        sum->calls += blame->count;
        if (blame->most > sum->longest)
            sum->longest = blame->most;
    }
    return STATUS_OK;
}

/* ---- all of it ---- */

enum status wait_tallies_init(struct wait_tallies *waits,
                              const struct scope *scope)
{
    enum status status;

    memset(waits, 0, sizeof(*waits));
    waits->replay = scope->profile->replay;
    if (waits->replay == NULL)
        return STATUS_OK;
    status = name_places(waits, scope);
    if (status == STATUS_OK)
        status = add_rows(waits, scope);
    return status == STATUS_OK ? add_blames(waits, scope) : status;
}

void wait_tallies_clear(struct wait_tallies *waits)
{
    free(waits->places);
    free(waits->blames);
    tallies_clear(&waits->names);
    tallies_clear(&waits->kinds);
    tallies_clear(&waits->sites);
}

uint64_t wait_tallies_at(const struct wait_tallies *waits, uint64_t site)
{
    const struct tally *place = tallies_find(&waits->names, site);

    return place == NULL ? 0 : place->mpi;
}

uint64_t wait_place_site(const struct wait_tallies *waits, uint32_t place)
{
    return waits->names.items[place].key;
}
