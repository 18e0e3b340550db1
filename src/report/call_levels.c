/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/call_levels.h"

#include <stdlib.h>

bool call_levels_init(struct call_levels *levels, uint32_t rows,
                      uint64_t length, size_t cells)
{
    uint32_t bins = 1;

    *levels = (struct call_levels){ .rows = rows };
    if (rows == 0 || length == 0 || cells < rows)
        return true;
    while (bins < CALL_LEVELS_BINS && 2 * (size_t)bins * rows <= cells &&
           2 * (uint64_t)bins <= length)
        bins *= 2;
    levels->bins = bins;
    levels->width = (length + bins - 1) / bins;
    levels->time =
        calloc((size_t)rows * bins * CALL_LEVELS_TIMES, sizeof(*levels->time));
    levels->calls = calloc(bins, sizeof(*levels->calls));
    return levels->time != NULL && levels->calls != NULL;
}

void call_levels_clear(struct call_levels *levels)
{
    free(levels->time);
    free(levels->calls);
    *levels = (struct call_levels){ 0 };
}

static uint64_t *cell_of(const struct call_levels *levels, uint32_t row,
                         uint32_t bin)
{
    return &levels
                ->time[((size_t)row * levels->bins + bin) * CALL_LEVELS_TIMES];
}

void call_levels_add(struct call_levels *levels, uint32_t row, uint32_t what,
                     uint64_t begin, uint64_t end)
{
    uint64_t last = levels->width * levels->bins;

    if (row >= levels->rows || what >= CALL_LEVELS_TIMES || begin >= last)
        return;
    if (end > last)
        end = last;
    if (what < CALL_LEVELS_PAUSE)
        levels->calls[begin / levels->width]++;
    while (begin < end) {
        uint64_t bin = begin / levels->width;
        uint64_t next = (bin + 1) * levels->width;

        if (next > end)
            next = end;
        cell_of(levels, row, (uint32_t)bin)[what] += next - begin;
        begin = next;
    }
}

uint64_t call_levels_time(const struct call_levels *levels, uint32_t row,
                          uint32_t bin, uint32_t count, uint32_t what)
{
    uint64_t sum = 0;

    for (uint32_t i = bin; i < bin + count; i++)
        sum += cell_of(levels, row, i)[what];
    return sum;
}
