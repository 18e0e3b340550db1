/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rows.h - the statistics of one thread: a fixed table of struct row.
 *
 * Key: (call, path, region, comm, object).  Times are in ticks; rank_collect.c
 * converts.  Without a free row a call loses the callers of its call site, its
 * communicator and its object; when a quarter of the table is full of such rows,
 * its call site and region, too.  `lost' counts these calls.
 * Threads: one owner.  Memory: all taken by rows_init(); never grows.  The
 * rows are persisted (live/persist.h), with that owner.
 */
#ifndef MEASURE_RECORD_ROWS_H
#define MEASURE_RECORD_ROWS_H

#include <stdbool.h>

#include "base/hash.h"
#include "model/profile.h"

struct row_key {
    uint32_t call, path, region, comm, object;
};

/* Returns the path of the call site alone, of path 0: of calls without a call
 * site. */
typedef uint32_t rows_site_function(void *context, uint32_t path);

struct rows {
    struct row *list;
    uint32_t *slots; /* index + 1 into list, 0: empty */
    uint32_t mask, count, room;
    uint64_t lost;
    rows_site_function *site; /* NULL: no paths are recorded */
    void *context;
    double ns_per_tick; /* initial rate, for the time bins */
};

/* Reserves about `bytes' of address space; pages are touched as rows are
 * used.  The caller sets `site'. */
bool rows_init(struct rows *rows, uint32_t owner, uint64_t bytes,
               double ns_per_tick);
void rows_clear(struct rows *rows);
uint64_t rows_bytes(const struct rows *rows); /* bytes touched */

struct row *rows_make(struct rows *rows, const struct row_key *key,
                      uint32_t slot);

static inline uint32_t rows_slot(const struct rows *rows,
                                 const struct row_key *key)
{
    uint64_t high = (uint64_t)key->path << 32 | key->comm;
    uint64_t low =
        (uint64_t)key->region << 32 | (key->call ^ key->object << 10);

    return (uint32_t)(hash_pair(high, low) >> 32) & rows->mask;
}

static inline bool row_is(const struct row *row, const struct row_key *key)
{
    return row->call == key->call && row->path == key->path &&
           row->region == key->region && row->comm == key->comm &&
           row->object == key->object;
}

/* Returns the row of that key; never NULL. */
static inline struct row *rows_find(struct rows *rows,
                                    const struct row_key *key)
{
    uint32_t at = rows_slot(rows, key);

    while (rows->slots[at] != 0) {
        struct row *row = &rows->list[rows->slots[at] - 1];

        if (row_is(row, key))
            return row;
        at = (at + 1) & rows->mask;
    }
    return rows_make(rows, key, at);
}

static inline void row_add_time(const struct rows *rows, struct row *row,
                                uint64_t ticks)
{
    row->count++;
    spread_add(&row->time, ticks);
    row->time_squares += (double)ticks * (double)ticks;
    row->time_bins[profile_bin(
        (uint64_t)((double)ticks * rows->ns_per_tick))]++;
}

static inline void row_add_bytes(struct row *row, uint64_t out, uint64_t in,
                                 uint64_t size)
{
    spread_add(&row->out, out);
    spread_add(&row->in, in);
    row->size_bins[profile_bin(size)]++;
}

#endif
