/* SPDX-License-Identifier: BSD-3-Clause */
/* slow_end.c - rank 1 works longer, but only in the last steps. */
#include "cures.h"

static void step(int number)
{
    int slow = number >= 9;

    work(!slow ? 10 : CURED(1) ? 20 : me == 1 ? 50 : 10);
    MPI_Barrier(WORLD);
}

static void run(void)
{
    for (int i = 0; i < 12; i++)
        step(i);
}
