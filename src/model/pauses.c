/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/pauses.h"

static void change_number(struct pauses *pauses)
{
    __atomic_store_n(&pauses->number, pauses->number + 1, __ATOMIC_RELEASE);
}

void pauses_begin(struct pauses *pauses, uint64_t now)
{
    if (pauses_off(pauses))
        return;
    pauses->since = now;
    change_number(pauses);
}

/* Two threads' clocks may differ by a little. */
void pauses_end(struct pauses *pauses, uint64_t now)
{
    if (!pauses_off(pauses) || pauses->number == PAUSES_FOR_EVER)
        return;
    pauses->until = now > pauses->since ? now : pauses->since;
    pauses->ticks += pauses->until - pauses->since;
    change_number(pauses);
}

void pauses_for_ever(struct pauses *pauses)
{
    __atomic_store_n(&pauses->number, PAUSES_FOR_EVER, __ATOMIC_RELEASE);
}

uint64_t pauses_ticks(const struct pauses *pauses, uint64_t now)
{
    if (!pauses_off(pauses) || now < pauses->since)
        return pauses->ticks;
    return pauses->ticks + (now - pauses->since);
}

void pauses_join(const struct pauses *pauses, uint64_t now,
                 struct pauses_seen *seen)
{
    seen->number = pauses->number & ~1u;
    seen->ticks = pauses_ticks(pauses, now);
}

uint64_t pauses_settle(const struct pauses *pauses, struct pauses_seen *seen)
{
    uint64_t ticks =
        pauses->ticks > seen->ticks ? pauses->ticks - seen->ticks : 0;

    seen->number = pauses->number & ~1u;
    seen->ticks += ticks;
    return ticks;
}

uint64_t pauses_within(const struct pauses *pauses, uint64_t ticks,
                       uint64_t begin, uint64_t end)
{
    uint64_t most = end < pauses->until ? end : pauses->until;

    if (most <= begin)
        return 0;
    return ticks < most - begin ? ticks : most - begin;
}
