/* SPDX-License-Identifier: BSD-3-Clause */
/* slow_start.c - rank 3 works longer, but only in the first steps. */
#include "cures.h"

static void step(int number)
{
    double one = 1, sum;
    int slow = number < 4;

    work(!slow ? 10 : CURED(1) ? 15 : me == 3 ? 30 : 10);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 12; i++)
        step(i);
}
