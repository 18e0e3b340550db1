/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/timebins.h"

#include <string.h>

void timebins_init(struct timebins *bins, uint64_t start, uint64_t width)
{
    memset(bins, 0, sizeof(*bins));
    bins->start = start;
    bins->width = width;
    bins->low = start;
    bins->high = start + width;
}

void timebins_halve(uint64_t (*time)[PROFILE_TIMELINE_CLASSES], uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++)
        for (int k = 0; k < PROFILE_TIMELINE_CLASSES; k++)
            time[i][k] = time[2 * i][k] + time[2 * i + 1][k];
    memset(time[count / 2], 0, (count - count / 2) * sizeof(*time));
}

/* False: these are no bins, but zeros. */
static bool seek_bin(struct timebins *bins, uint64_t at)
{
    uint64_t index, width;

    while (bins->width != 0 &&
           at - bins->start >= bins->width * PROFILE_TIMELINE_BINS) {
        timebins_halve(bins->time, PROFILE_TIMELINE_BINS);
        bins->width *= 2;
    }
    width = bins->width;
    if (width == 0)
        return false;
    index = (at - bins->start) / width;
    bins->low = bins->start + index * width;
    bins->high = bins->low + width;
    bins->current = index % PROFILE_TIMELINE_BINS;
    return true;
}

void timebins_spread(struct timebins *bins, unsigned class, uint64_t from,
                     uint64_t to)
{
    if (from < bins->start)
        from = bins->start;
    if (to > from && !seek_bin(bins, to - 1))
        return; /* else it is as wide as needed, before the walk */
    while (from < to && seek_bin(bins, from)) {
        uint64_t end = to < bins->high ? to : bins->high;

        bins->time[bins->current][class] += end - from;
        from = end;
    }
}
