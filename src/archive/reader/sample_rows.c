#include "archive/reader/sample_rows.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 256u /* and twice as many slots */

void sample_rows_clear(struct sample_rows *list)
{
    free(list->rows);
    free(list->slots);
    *list = (struct sample_rows){ 0 };
}

void sample_rows_reset(struct sample_rows *list)
{
    if (list->count > 0)
        memset(list->slots, 0, (list->mask + 1ull) * sizeof(*list->slots));
    list->count = 0;
}

static uint32_t slot_of(const struct sample_rows *list, uint32_t path,
                        uint32_t region)
{
    uint64_t hash = ((uint64_t)path << 32 | region) * 0x9e3779b97f4a7c15u;

    return (uint32_t)(hash >> 32) & list->mask;
}

static void put_in_slot(struct sample_rows *list, uint32_t index)
{
    const struct sample_row *row = &list->rows[index];
    uint32_t at = slot_of(list, row->path, row->region);

    while (list->slots[at] != 0)
        at = (at + 1) & list->mask;
    list->slots[at] = index + 1;
}

static bool grow(struct sample_rows *list)
{
    uint32_t room = list->room == 0 ? FIRST_ROOM : 2 * list->room;
    struct sample_row *rows = realloc(list->rows, room * sizeof(*rows));
    uint32_t *slots;

    if (rows == NULL)
        return false;
    list->rows = rows;
    slots = calloc(2 * (size_t)room, sizeof(*slots));
    if (slots == NULL)
        return false;
    free(list->slots);
    list->slots = slots;
    list->mask = 2 * room - 1;
    list->room = room;
    for (uint32_t i = 0; i < list->count; i++)
        put_in_slot(list, i);
    return true;
}

/* NULL: not there yet. */
static struct sample_row *find(const struct sample_rows *list, uint32_t path,
                               uint32_t region)
{
    uint32_t at = slot_of(list, path, region);

    for (; list->room > 0 && list->slots[at] != 0; at = (at + 1) & list->mask) {
        struct sample_row *row = &list->rows[list->slots[at] - 1];

        if (row->path == path && row->region == region)
            return row;
    }
    return NULL;
}

static struct sample_row *make(struct sample_rows *list, uint32_t path,
                               uint32_t region)
{
    if (list->count == list->room && !grow(list)) {
        list->failed = true;
        return NULL;
    }
    list->rows[list->count] = (struct sample_row){ .call = SAMPLE_NO_CALL,
                                                   .path = path,
                                                   .region = region };
    put_in_slot(list, list->count);
    return &list->rows[list->count++];
}

void sample_rows_add(struct sample_rows *list, uint32_t path, uint32_t region,
                     uint64_t together)
{
    struct sample_row *row = find(list, path, region);

    if (row == NULL)
        row = make(list, path, region);
    if (row == NULL)
        return;
    row->count++;
    row->squares += together;
}

bool sample_rows_take(const struct sample_rows *list, struct samples *out)
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
