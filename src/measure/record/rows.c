/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/rows.h"

#include <string.h>

#include "live/persist.h"
#include "base/pages.h"
#include "live/persist_file.h"

/* Rows that only procedures get, and the part that only call sites get. */
#define PROCEDURE_ROWS 128u
#define SITES_PART 4
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

static struct row *new_row(struct rows *rows, const struct row_key *key,
                           uint32_t slot)
{
    struct row *row = &rows->list[rows->count];

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

/* The row of that key, new if there are fewer than `limit'; else NULL. */
static struct row *row_below(struct rows *rows, const struct row_key *key,
                             uint32_t limit)
{
    uint32_t at = rows_slot(rows, key);

    for (; rows->slots[at] != 0; at = (at + 1) & rows->mask)
        if (row_is(&rows->list[rows->slots[at] - 1], key))
            return &rows->list[rows->slots[at] - 1];
    return rows->count < limit ? new_row(rows, key, at) : NULL;
}

static uint32_t site_of(const struct rows *rows, uint32_t path)
{
    return rows->site == NULL ? 0 : rows->site(rows->context, path);
}

static struct row *row_of_less(struct rows *rows, const struct row_key *key)
{
    struct row_key site = { .call = key->call,
                            .path = site_of(rows, key->path),
                            .region = key->region };
    struct row_key procedure = { .call = key->call };
    struct row *row = row_below(rows, &site, rows->room - PROCEDURE_ROWS);

    rows->lost++;
    if (row == NULL) {
        procedure.path = site_of(rows, 0);
        row = row_below(rows, &procedure, rows->room);
    }
    return row != NULL ? row : &rows->list[rows->room - 1];
}

struct row *rows_make(struct rows *rows, const struct row_key *key,
                      uint32_t slot)
{
    uint32_t sites = (rows->room - PROCEDURE_ROWS) / SITES_PART;

    if (rows->count >= rows->room - PROCEDURE_ROWS - sites)
        return row_of_less(rows, key);
    return new_row(rows, key, slot);
}
