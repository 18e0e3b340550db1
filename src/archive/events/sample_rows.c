/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/events/sample_rows.h"

#include <stdlib.h>
#include <string.h>

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
