/* SPDX-License-Identifier: BSD-3-Clause */
/* half_idle.c - only half of the ranks have work. */
#include "cures.h"

static void relax(void)
{
    double one = 1, sum;

    work(CURED(1) ? 10 : me < ranks / 2 ? 20 : 0);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 8; i++)
        relax();
}
