/* SPDX-License-Identifier: BSD-3-Clause */
/* gradient.c - the higher its rank, the more a process works. */
#include "cures.h"

static void sweep(void)
{
    double one = 1, sum;

    work(CURED(1) ? 10 : 4 * (me + 1));
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 10; i++)
        sweep();
}
