/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/top_waits.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/order.h"

/* Any two that differ have an order. */
ORDER(by_length, struct long_wait, DOWN(ns) UP(begin) UP(rank) UP(culprit));

static bool is_same(const struct long_wait *a, const struct long_wait *b)
{
    return a->culprit == b->culprit && a->since == b->since;
}

static uint32_t last_of(const struct top_waits *longest)
{
    uint32_t last = 0;

    for (uint32_t i = 1; i < longest->count; i++)
        if (by_length(&longest->items[i], &longest->items[last]) > 0)
            last = i;
    return last;
}

void top_waits_add(struct top_waits *longest, const struct long_wait *wait)
{
    uint32_t at = 0;

    if (wait->ns < longest->least)
        return;
    while (at < longest->count && !is_same(&longest->items[at], wait))
        at++;
    if (at == longest->count && at < LONG_WAITS) {
        longest->items[longest->count++] = *wait;
        return;
    }
    if (at == longest->count)
        at = last_of(longest);
    if (by_length(wait, &longest->items[at]) < 0)
        longest->items[at] = *wait;
    if (longest->count == LONG_WAITS)
        longest->least = longest->items[last_of(longest)].ns;
}

void top_waits_sort(struct top_waits *longest)
{
    qsort(longest->items, longest->count, sizeof(longest->items[0]),
          by_length);
}
