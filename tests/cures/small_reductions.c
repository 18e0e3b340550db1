/* SPDX-License-Identifier: BSD-3-Clause */
/* small_reductions.c - a reduction for each number.  The cure: one for all. */
#include "cures.h"

#define MANY 20

static void norms(void)
{
    double part[MANY] = { 0 }, sum[MANY];
    int calls = CURED(1) ? 1 : MANY;

    for (int i = 0; i < calls; i++)
        MPI_Allreduce(part, sum, MANY / calls, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 20; i++) {
        work(4);
        norms();
    }
}
