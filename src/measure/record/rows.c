/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/rows.h"

#include <string.h>

#include "live/persist.h"
#include "base/pages.h"
#include "live/persist_file.h"

/* Rows kept back for calls that find no room: one per procedure in use. */
#define RESERVED_ROWS 128u
#define LEAST_ROWS 256u

bool rows_init(struct rows *rows, uint32_t owner, uint64_t bytes,
               double ns_per_tick)
{
    uint64_t room = bytes / (sizeof(struct row) + 2 * sizeof(uint32_t));
    uint32_t slots = 1024;

    memset(rows, 0, sizeof(*rows));
    if (room < LEAST_ROWS)
        room = LEAST_ROWS;
    if (room > 1u << 28)
        room = 1u << 28;
    while (slots < 2 * room)
        slots *= 2;
    rows->room = (uint32_t)room;
    rows->reserved = RESERVED_ROWS;
    rows->mask = slots - 1;
    rows->ns_per_tick = ns_per_tick;
    rows->list =
        persist_reserve(PERSIST_ROWS, owner, room * sizeof(struct row));
    rows->slots = pages_reserve(slots * sizeof(uint32_t));
    if (rows->list == NULL || rows->slots == NULL) {
        rows_clear(rows);
        return false;
    }
    return true;
}

void rows_clear(struct rows *rows)
{
    persist_release(rows->list, rows->room * sizeof(struct row));
    pages_release(rows->slots, (rows->mask + 1ull) * sizeof(uint32_t));
    memset(rows, 0, sizeof(*rows));
}

uint64_t rows_bytes(const struct rows *rows)
{
    return rows->count * sizeof(struct row) +
           (rows->mask + 1ull) * sizeof(uint32_t);
}

static bool is_plain(const struct row_key *key)
{
    return key->path == 0 && key->region == 0 && key->comm == 0 &&
           key->object == 0;
}

/* All rows of overflow have region, path and communicator 0; when a row of
 * that key is there already (calls outside regions) it serves as well. */
static struct row *overflow_row(struct rows *rows, const struct row_key *key)
{
    struct row_key plain = { .call = key->call };
    uint64_t lost = rows->lost + 1;
    struct row *row;

    if (is_plain(key))
        row = &rows->list[rows->room - 1];
    else
        row = rows_find(rows, &plain);
    rows->lost = lost; /* once, although the search may come here again */
    return row;
}

struct row *rows_make(struct rows *rows, const struct row_key *key,
                      uint32_t slot)
{
    uint32_t limit = is_plain(key) ? rows->room : rows->room - rows->reserved;
    struct row *row;

    if (rows->count >= limit)
        return overflow_row(rows, key);
    row = &rows->list[rows->count];
    persist_secure(row, sizeof(*row));
    row->call = key->call;
    row->path = key->path;
    row->region = key->region;
    row->comm = key->comm;
    row->object = key->object;
    row->time.min = row->out.min = row->in.min = UINT64_MAX;
    rows->slots[slot] = ++rows->count;
    return row;
}
