/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/scenarios/arrivals.h"

#include <string.h>

#define LONGER 2 /* times the mean unit: other work */

static void gap_drop(struct arrivals *arrivals, uint32_t at)
{
    memmove(&arrivals->gaps[at], &arrivals->gaps[at + 1],
            (--arrivals->gap_count - at) * sizeof(arrivals->gaps[0]));
}

static void gap_insert(struct arrivals *arrivals, uint32_t at, uint64_t begin,
                       uint64_t end)
{
    if (begin >= end)
        return;
    if (arrivals->gap_count == ARRIVAL_GAPS) {
        gap_drop(arrivals, 0);
        at -= at > 0;
    }
    memmove(&arrivals->gaps[at + 1], &arrivals->gaps[at],
            (arrivals->gap_count++ - at) * sizeof(arrivals->gaps[0]));
    arrivals->gaps[at] = (struct arrival_gap){ begin, end };
}

/* The unit fills its gap in part; what does not fit comes behind all others. */
static void gap_fill(struct arrivals *arrivals, uint64_t clock)
{
    uint32_t at = arrivals->in;
    struct arrival_gap gap = arrivals->gaps[at];

    gap_drop(arrivals, at);
    gap_insert(arrivals, at, clock, gap.end);
    gap_insert(arrivals, at, gap.begin, arrivals->begin);
    if (clock > gap.end)
        arrivals->end += clock - gap.end;
}

static void unit_end(struct arrivals *arrivals, uint64_t clock)
{
    if (!arrivals->running)
        return;
    arrivals->running = false;
    arrivals->length = clock - arrivals->begin;
    arrivals->sum += arrivals->length;
    arrivals->units++;
    if (arrivals->in < arrivals->gap_count)
        gap_fill(arrivals, clock);
    else
        arrivals->end = clock;
}

uint64_t arrivals_turn(struct arrivals *arrivals, uint64_t clock)
{
    if (!arrivals->open)
        *arrivals = (struct arrivals){ .open = true, .end = clock };
    unit_end(arrivals, clock);
    return arrivals->gap_count > 0 ? arrivals->gaps[0].begin : arrivals->end;
}

uint64_t arrivals_start(struct arrivals *arrivals, uint64_t ready)
{
    uint64_t end = arrivals->end;

    arrivals->running = true;
    for (uint32_t i = 0; i < arrivals->gap_count; i++) {
        const struct arrival_gap *gap = &arrivals->gaps[i];
        uint64_t begin = ready > gap->begin ? ready : gap->begin;

        if (begin >= gap->end || gap->end - begin < arrivals->length)
            continue;
        arrivals->in = i;
        return arrivals->begin = begin;
    }
    arrivals->begin = ready > end ? ready : end;
    gap_insert(arrivals, arrivals->gap_count, end, arrivals->begin);
    arrivals->in = arrivals->gap_count;
    return arrivals->begin;
}

bool arrivals_ends_at(const struct arrivals *arrivals, uint64_t work)
{
    return arrivals->open && arrivals->units > 0 &&
           work / LONGER > arrivals->sum / arrivals->units;
}

uint64_t arrivals_close(struct arrivals *arrivals, uint64_t clock)
{
    if (!arrivals->open)
        return clock;
    unit_end(arrivals, clock);
    arrivals->open = false;
    return arrivals->end > clock ? arrivals->end : clock;
}
