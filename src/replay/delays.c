/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/delays.h"

#include <stdlib.h>

#include "base/array_room.h"
#include "base/saturate.h"

/* Where two ranks were last together: low has the smaller rank. */
struct delays_pair {
    uint64_t ranks; /* as lookup_pair() has them */
    uint64_t low, high;
};

static bool times_init(struct delays_times *times, uint32_t activities,
                       uint32_t regions)
{
    times->rank = UINT32_MAX;
    times->by_activity = calloc(activities + 1u, sizeof(uint64_t));
    times->by_region = calloc(regions + 1u, sizeof(uint64_t));
    times->touched = calloc(activities + 1u, sizeof(uint32_t));
    return times->by_activity != NULL && times->by_region != NULL &&
           times->touched != NULL;
}

static void times_clear(struct delays_times *times)
{
    FREE_ALL(times->by_activity, times->by_region, times->touched);
}

static uint32_t count_regions(const struct replay_log *log)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < log->site_count; i++)
        if (log->sites[i].region >= count)
            count = log->sites[i].region + 1;
    return count;
}

static uint32_t remembered_of(uint32_t ranks)
{
    uint32_t remembered = DELAYS_REMEMBERED;

    while (remembered > DELAYS_REMEMBERED_LEAST &&
           (size_t)ranks * remembered * sizeof(struct delays_entry) >
               DELAYS_BYTES)
        remembered /= 2;
    return remembered;
}

static struct delays_entry *entry_at(const struct delays *delays,
                                     const struct delays_rank *rank,
                                     uint64_t number)
{
    return &rank->entries[number & (delays->remembered - 1)];
}

bool delays_init(struct delays *delays, const struct replay_log *log,
                 uint32_t ranks)
{
    *delays = (struct delays){ .log = log,
                               .rank_count = ranks,
                               .remembered = remembered_of(ranks) };
    delays->region_count = count_regions(log);
    delays->ranks = calloc(ranks + 1u, sizeof(*delays->ranks));
    delays->excesses = calloc(delays->region_count + 1u, sizeof(double));
    return delays->ranks != NULL && delays->excesses != NULL &&
           delays_file_init(&delays->file) &&
           times_init(&delays->late, 2 * log->site_count,
                      delays->region_count) &&
           times_init(&delays->waiting, 2 * log->site_count,
                      delays->region_count);
}

void delays_clear(struct delays *delays)
{
    for (uint32_t i = 0; delays->ranks != NULL && i < delays->rank_count; i++)
        free(delays->ranks[i].entries);
    FREE_ALL(delays->ranks, delays->excesses);
    map_clear(&delays->pairs);
    times_clear(&delays->late);
    times_clear(&delays->waiting);
    delays_file_clear(&delays->file);
}

/* ---- what each rank did ---- */

static void remember_entry(struct delays *delays, uint32_t rank, uint32_t what,
                           bool is_wait, uint64_t ns)
{
    struct delays_rank *here = &delays->ranks[rank];

    if (here->entries == NULL)
        here->entries = calloc(delays->remembered, sizeof(*here->entries));
    if (here->entries == NULL) {
        delays->failed = true;
        return;
    }
    *entry_at(delays, here, here->count++) =
        (struct delays_entry){ ns, what, is_wait };
}

void delays_work(struct delays *delays, uint32_t rank, uint32_t activity,
                 uint64_t ns)
{
    if (ns > 0)
        remember_entry(delays, rank, activity, false, ns);
}

uint64_t delays_now(const struct delays *delays, uint32_t rank)
{
    return delays->ranks[rank].count;
}

/* ---- when two were last together ---- */

/* That of the communicator, a free one, or that which is longest ago. */
static struct delays_sync_point *sync_point_of(struct delays_rank *here,
                                               uint32_t comm)
{
    struct delays_sync_point *oldest = here->sync_points;

    for (uint32_t i = 0; i < here->sync_point_count; i++) {
        if (here->sync_points[i].comm == comm)
            return &here->sync_points[i];
        if (here->sync_points[i].at < oldest->at)
            oldest = &here->sync_points[i];
    }
    if (here->sync_point_count < DELAYS_SYNC_POINTS)
        return &here->sync_points[here->sync_point_count++];
    return oldest;
}

void delays_meet(struct delays *delays, uint32_t rank, uint32_t comm,
                 uint64_t number)
{
    struct delays_rank *here = &delays->ranks[rank];

    *sync_point_of(here, comm) =
        (struct delays_sync_point){ comm, number, here->count };
}

static struct delays_pair *pair_of(struct delays *delays, uint32_t a,
                                   uint32_t b)
{
    uint64_t key = lookup_pair(a < b ? a : b, a < b ? b : a);
    struct delays_pair *pair =
        map_get(&delays->pairs, sizeof(*pair), &key, sizeof(key));

    delays->failed |= pair == NULL;
    return pair;
}

/* Begins of the interval of each: the later of the last message that one of
 * them waited for and the last collective that both have ended. */
struct since {
    uint64_t waiting, late;
};

static void take_later(struct since *since, uint64_t waiting, uint64_t late)
{
    if (waiting >= since->waiting && late >= since->late)
        *since = (struct since){ waiting, late };
}

static struct since last_together(struct delays *delays, uint32_t waiting,
                                  uint32_t late)
{
    const struct delays_rank *here = &delays->ranks[waiting];
    const struct delays_rank *there = &delays->ranks[late];
    const struct delays_pair *pair = pair_of(delays, waiting, late);
    struct since since = { 0, 0 };

    if (pair != NULL)
        take_later(&since, waiting < late ? pair->low : pair->high,
                   waiting < late ? pair->high : pair->low);
    for (uint32_t i = 0; i < here->sync_point_count; i++)
        for (uint32_t k = 0; k < there->sync_point_count; k++)
            if (here->sync_points[i].comm == there->sync_points[k].comm &&
                here->sync_points[i].number == there->sync_points[k].number)
                take_later(&since, here->sync_points[i].at,
                           there->sync_points[k].at);
    return since;
}

/* ---- what they did since ---- */

static bool is_work(uint32_t activity)
{
    return activity % 2 == 0;
}

static uint32_t region_of(const struct delays *delays, uint32_t activity)
{
    return delays->log->sites[activity / 2].region;
}

static void forget_times(struct delays *delays, struct delays_times *times)
{
    for (uint32_t i = 0; i < times->touched_count; i++) {
        uint32_t activity = times->touched[i];

        times->by_activity[activity] = 0;
        times->by_region[region_of(delays, activity)] = 0;
    }
    times->touched_count = 0;
    times->waits = 0;
    times->first_wait = times->end_wait = 0;
}

static void add_entry(struct delays *delays, struct delays_times *times,
                      const struct delays_entry *entry)
{
    if (entry->is_wait) {
        if (times->waits == 0)
            times->first_wait = entry->what;
        times->end_wait = entry->what + 1;
        times->waits += entry->ns;
        return;
    }
    if (times->by_activity[entry->what] == 0)
        times->touched[times->touched_count++] = entry->what;
    times->by_activity[entry->what] += entry->ns;
    if (is_work(entry->what))
        times->by_region[region_of(delays, entry->what)] += entry->ns;
}

static void add_up(struct delays *delays, struct delays_times *times,
                   uint32_t rank, uint64_t from, uint64_t to)
{
    const struct delays_rank *there = &delays->ranks[rank];
    uint64_t oldest = there->count > delays->remembered
                          ? there->count - delays->remembered
                          : 0;

    from = from < oldest ? oldest : from;
    if (times->rank == rank && times->from == from && times->to == to)
        return; /* many wait for the same */
    forget_times(delays, times);
    times->rank = rank;
    times->from = from;
    times->to = to;
    for (uint64_t i = from; i < to; i++)
        add_entry(delays, times, entry_at(delays, there, i));
}

static uint64_t excess_of(const struct delays *delays, uint32_t activity)
{
    return saturate_less(delays->late.by_activity[activity],
                         delays->waiting.by_activity[activity]);
}

/* d(c).  Work that differs only in the call it leads to is no difference, so
 * that the excess of a region is shared out over the activities that have
 * one. */
static double delay_by(const struct delays *delays, uint32_t activity)
{
    uint32_t region = region_of(delays, activity);
    uint64_t own = excess_of(delays, activity), all;

    if (!is_work(activity) || own == 0)
        return (double)own;
    all = saturate_less(delays->late.by_region[region],
                        delays->waiting.by_region[region]);
    return (double)all * (double)own / delays->excesses[region];
}

static void sum_excesses(struct delays *delays)
{
    const struct delays_times *late = &delays->late;

    for (uint32_t i = 0; i < late->touched_count; i++)
        delays->excesses[region_of(delays, late->touched[i])] = 0;
    for (uint32_t i = 0; i < late->touched_count; i++)
        if (is_work(late->touched[i]))
            delays->excesses[region_of(delays, late->touched[i])] +=
                (double)excess_of(delays, late->touched[i]);
}

static void find_parts(struct delays *delays, struct delays_record *record)
{
    const struct delays_times *late = &delays->late;

    sum_excesses(delays);
    for (uint32_t i = 0; i < late->touched_count; i++) {
        double part = delay_by(delays, late->touched[i]);

        if (part > 0 && !delays_record_part(record, late->touched[i], part))
            delays->failed = true;
    }
}

static void compare_ranks(struct delays *delays, uint32_t rank,
                          uint32_t culprit, uint64_t at)
{
    struct since since = last_together(delays, rank, culprit);

    if (since.waiting < delays->ranks[rank].restart ||
        since.late < delays->ranks[culprit].restart)
        delays->reaches_back = true;
    add_up(delays, &delays->waiting, rank, since.waiting,
           delays->ranks[rank].count);
    add_up(delays, &delays->late, culprit, since.late < at ? since.late : at,
           at);
}

static void meet_pair(struct delays *delays, uint32_t rank, uint32_t culprit,
                      uint64_t at)
{
    struct delays_pair *pair = pair_of(delays, rank, culprit);

    if (pair == NULL)
        return;
    pair->low = rank < culprit ? delays->ranks[rank].count : at;
    pair->high = rank < culprit ? at : delays->ranks[rank].count;
}

void delays_wait(struct delays *delays, uint32_t rank, uint64_t ns,
                 const struct delays_culprit *culprit)
{
    struct delays_record *record = &delays->file.record;
    double all;

    compare_ranks(delays, rank, culprit->rank, culprit->at);
    delays_record_begin(record, rank, culprit->rank, ns);
    find_parts(delays, record);
    record->fixed.first_wait = delays->late.first_wait;
    record->fixed.end_wait = delays->late.end_wait;
    all = record->sum + (double)delays->late.waits;
    record->fixed.scale = all > (double)ns ? (double)ns / all : 1;
    if (!delays_file_put(&delays->file, record))
        delays->failed = delays->told = true;
    remember_entry(delays, rank, delays->ranks[rank].waits++, true, ns);
    if (culprit->alone)
        meet_pair(delays, rank, culprit->rank, culprit->at);
}

bool delays_restart(struct delays *delays)
{
    for (uint32_t i = 0; i < delays->rank_count; i++) {
        struct delays_rank *here = &delays->ranks[i];

        here->waits = 0;
        here->restart =
            here->sync_point_count > 0 ? here->sync_points[0].at : here->count;
    }
    delays->late.rank = delays->waiting.rank = UINT32_MAX;
    forget_times(delays, &delays->late);
    forget_times(delays, &delays->waiting);
    return delays_file_empty(&delays->file);
}

bool delays_costs(struct delays *delays, struct delay_cost **out,
                  size_t *count)
{
    uint32_t *waits = calloc(delays->rank_count + 1u, sizeof(*waits));
    bool sound = waits != NULL && !delays->failed;

    for (uint32_t i = 0; sound && i < delays->rank_count; i++)
        waits[i] = delays->ranks[i].waits;
    sound = sound && delays_file_costs(&delays->file, waits,
                                       delays->rank_count, out, count);
    free(waits);
    return sound;
}
