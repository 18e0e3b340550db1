/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/events/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"
#include "base/saturate.h"
#include "model/timebins.h"

#define FIRST_BIN_NS 1e6
#define NODES_MOST (1u << 24)

bool tally_init(struct tally *tally, uint32_t world_size, double ns_per_tick)
{
    memset(tally, 0, sizeof(*tally));
    tally->world_size = world_size;
    tally->ns_per_tick = ns_per_tick;
    tally->peer_of =
        calloc(2 * (size_t)world_size + 1, sizeof(*tally->peer_of));
    tally->failed = tally->peer_of == NULL;
    return !tally->failed;
}

void tally_clear(struct tally *tally)
{
    map_clear(&tally->rows_map);
    FREE_ALL(tally->peers, tally->peer_of, tally->regions);
    map_clear(&tally->samples.rows_map);
    memset(tally, 0, sizeof(*tally));
}

static uint32_t *peer_slot(const struct tally *tally, enum peer_kind kind,
                           uint32_t rank)
{
    size_t first = kind == PEER_P2P ? 0 : tally->world_size;

    return &tally->peer_of[first + rank];
}

static void reset_peers(struct tally *tally)
{
    for (uint32_t i = 0; i < tally->peer_count; i++)
        *peer_slot(tally, tally->peers[i].kind, tally->peers[i].rank) = 0;
    tally->peer_count = 0;
}

void tally_reset(struct tally *tally)
{
    map_reset(&tally->rows_map);
    reset_peers(tally);
    memset(tally->mpi, 0, sizeof(tally->mpi));
    tally_begin(tally, 0);
}

void tally_begin(struct tally *tally, uint64_t begin)
{
    struct tally_bins *bins = &tally->bins;

    tally->region_count = 0;
    map_reset(&tally->samples.rows_map);
    memset(bins, 0, sizeof(*bins));
    bins->start = bins->low = begin;
    bins->width = (uint64_t)(FIRST_BIN_NS / tally->ns_per_tick);
    bins->width += bins->width == 0;
    bins->high = begin + bins->width;
    bins->current = bins->time[0];
}

static struct row *make_row(struct tally *tally, const struct tally_key *key)
{
    struct row *row =
        map_get(&tally->rows_map, sizeof(*row), key, sizeof(*key));

    if (row != NULL)
        row->time.min = row->out.min = row->in.min = UINT64_MAX;
    return row;
}

/* Without memory everything goes to the first row. */
uint32_t tally_row(struct tally *tally, const struct tally_key *key)
{
    struct row *row =
        map_find(&tally->rows_map, sizeof(*row), key, sizeof(*key));

    if (row == NULL)
        row = make_row(tally, key);
    tally->failed |= row == NULL;
    return row == NULL ? 0 : map_index(&tally->rows_map, sizeof(*row), row);
}

void tally_time(struct tally *tally, uint32_t index, uint64_t ticks)
{
    struct row *row;

    if (index >= tally->row_count)
        return;
    row = &tally->rows[index];
    row->count++;
    spread_add(&row->time, ticks);
    row->time_squares += (double)ticks * (double)ticks;
    row->time_bins[profile_bin(
        saturate_below((double)ticks * tally->ns_per_tick))]++;
}

void tally_rest(struct tally *tally, uint32_t index, uint64_t ticks)
{
    if (index < tally->row_count)
        spread_add(&tally->rows[index].time, ticks);
}

struct peer *tally_peer(struct tally *tally, enum peer_kind kind,
                        uint32_t rank)
{
    uint32_t *slot;

    if (rank >= tally->world_size)
        return NULL;
    slot = peer_slot(tally, kind, rank);
    if (*slot != 0)
        return &tally->peers[*slot - 1];
    if (!ARRAY_ADD(tally->peers, tally->peer_count,
                   (struct peer){ .rank = rank, .kind = kind })) {
        tally->failed = true;
        return NULL;
    }
    *slot = tally->peer_count;
    return &tally->peers[*slot - 1];
}

struct region_data *tally_region(struct tally *tally, uint32_t node)
{
    if (node >= NODES_MOST ||
        !array_reach(&tally->regions, node, &tally->region_room,
                     sizeof(*tally->regions))) {
        tally->failed = true;
        return NULL;
    }
    for (; tally->region_count <= node; tally->region_count++)
        tally->regions[tally->region_count] =
            (struct region_data){ .node = tally->region_count };
    return &tally->regions[node];
}

static void seek_bin(struct tally_bins *bins, uint64_t at)
{
    uint64_t index;

    while ((at - bins->start) / PROFILE_TIMELINE_BINS >= bins->width) {
        timebins_halve(bins->time, PROFILE_TIMELINE_BINS);
        bins->width *= 2;
    }
    index = (at - bins->start) / bins->width;
    bins->low = bins->start + index * bins->width;
    bins->high = bins->low + bins->width;
    bins->current = bins->time[index];
}

static void spread_bins(struct tally_bins *bins, unsigned class, uint64_t from,
                        uint64_t to)
{
    uint64_t end;

    if (from < bins->start)
        from = bins->start;
    if (to > from)
        seek_bin(bins, to - 1); /* widens as far as needed, before the walk */
    for (; from < to; from = end) {
        seek_bin(bins, from);
        end = to < bins->high ? to : bins->high;
        if (end <= from) /* past the end of time: a damaged trace */
            return;
        bins->current[class] += end - from;
    }
}

void tally_bins_add(struct tally *tally, unsigned class, uint64_t from,
                    uint64_t to)
{
    struct tally_bins *bins = &tally->bins;

    if (from >= bins->low && to <= bins->high && from <= to)
        bins->current[class] += to - from;
    else
        spread_bins(bins, class, from, to);
}

uint64_t tally_ns(const struct tally *tally, uint64_t ticks)
{
    return saturate_near((double)ticks * tally->ns_per_tick);
}

/* ---- samples ---- */

void sample_rows_add(struct sample_rows *list, uint32_t path, uint32_t region,
                     uint64_t together)
{
    const uint32_t key[] = { SAMPLE_NO_CALL, path, region };
    struct sample_row *row =
        map_get(&list->rows_map, sizeof(*row), key, sizeof(key));

    list->failed |= row == NULL;
    if (row == NULL)
        return;
    row->count++;
    row->squares += together;
}

/* Appends copies of the rows in profile order; the caller frees.  False
 * without memory. */
static bool sample_rows_take(const struct sample_rows *list,
                             struct samples *out)
{
    size_t before = out->row_count;
    struct sample_row *rows =
        realloc(out->rows, (before + list->count + 1) * sizeof(*rows));

    if (rows == NULL)
        return false;
    if (list->count > 0)
        memcpy(rows + before, list->rows, list->count * sizeof(*rows));
    out->rows = rows;
    out->row_count = before + list->count;
    qsort(out->rows, out->row_count, sizeof(*out->rows), sample_row_compare);
    return true;
}

/* ---- what the rank did ---- */

static bool take_rows(struct tally *tally, struct rank_data *out)
{
    out->rows = malloc(tally->row_count * sizeof(*out->rows) + 1);
    if (out->rows == NULL)
        return false;
    if (tally->row_count > 0)
        memcpy(out->rows, tally->rows, tally->row_count * sizeof(*out->rows));
    out->row_count = tally->row_count;
    for (size_t i = 0; i < out->row_count; i++) {
        struct row *row = &out->rows[i];

        row->time.sum = tally_ns(tally, row->time.sum);
        if (row->time.min != UINT64_MAX)
            row->time.min = tally_ns(tally, row->time.min);
        row->time.max = tally_ns(tally, row->time.max);
        row->time_squares *= tally->ns_per_tick * tally->ns_per_tick;
    }
    qsort(out->rows, out->row_count, sizeof(*out->rows), row_compare);
    return true;
}

ORDER(compare_peers, struct peer, UP(rank) UP(kind));

static bool take_peers(struct tally *tally, struct rank_data *out)
{
    out->peers = malloc(tally->peer_count * sizeof(*out->peers) + 1);
    if (out->peers == NULL)
        return false;
    if (tally->peer_count > 0)
        memcpy(out->peers, tally->peers,
               tally->peer_count * sizeof(*out->peers));
    out->peer_count = tally->peer_count;
    for (size_t i = 0; i < out->peer_count; i++)
        out->peers[i].time = tally_ns(tally, out->peers[i].time);
    qsort(out->peers, out->peer_count, sizeof(*out->peers), compare_peers);
    return true;
}

static bool take_regions(struct tally *tally, struct rank_data *out)
{
    out->regions = malloc(tally->region_count * sizeof(*out->regions) + 1);
    if (out->regions == NULL)
        return false;
    for (uint32_t i = 0; i < tally->region_count; i++) {
        struct region_data region = tally->regions[i];

        if (region.visits == 0)
            continue;
        region.inclusive = tally_ns(tally, region.inclusive);
        region.exclusive = tally_ns(tally, region.exclusive);
        region.mpi = tally_ns(tally, region.mpi);
        for (int k = 0; k < PROFILE_COUNTERS; k++)
            out->counters[k] += region.counters[k];
        out->regions[out->region_count++] = region;
    }
    return true;
}

static bool take_bins(struct tally *tally, uint64_t length,
                      struct rank_data *out)
{
    const struct tally_bins *bins = &tally->bins;
    uint64_t used = length / bins->width + (length % bins->width != 0);
    struct timeline *into = &out->timeline;

    into->bins =
        used < PROFILE_TIMELINE_BINS ? (uint32_t)used : PROFILE_TIMELINE_BINS;
    into->bin_width = tally_ns(tally, bins->width);
    into->time = calloc(into->bins + 1u, sizeof(*into->time));
    if (into->time == NULL)
        return false;
    for (uint32_t i = 0; i < into->bins; i++)
        for (int k = 0; k < PROFILE_TIMELINE_CLASSES; k++)
            into->time[i][k] = tally_ns(tally, bins->time[i][k]);
    return true;
}

enum status tally_finish(struct tally *tally, uint64_t length,
                         struct rank_data *out)
{
    for (int i = 0; i < CALL_CLASS_COUNT; i++)
        out->mpi[i] = tally_ns(tally, tally->mpi[i]);
    if (tally->failed || tally->samples.failed || !take_rows(tally, out) ||
        !take_peers(tally, out) || !take_regions(tally, out) ||
        !sample_rows_take(&tally->samples, &out->samples) ||
        !take_bins(tally, length, out))
        return log_fail(STATUS_NO_MEMORY, "what the trace of rank %u holds",
                        out->rank);
    return STATUS_OK;
}
