/* SPDX-License-Identifier: BSD-3-Clause */
/* barrier.c - all work as much, but in another step each, and meet at a
 * barrier that nobody needs.  The cure: no barrier. */
#include "cures.h"

static void step(int number)
{
    work(me == number % ranks ? 15 : 5);
    if (!CURED(1))
        MPI_Barrier(WORLD);
}

static void run(void)
{
    for (int i = 0; i < 12; i++)
        step(i);
}
