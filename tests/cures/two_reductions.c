/* SPDX-License-Identifier: BSD-3-Clause */
/* two_reductions.c - 1: rank 1 works longer; 2: a reduction for each of many
 * numbers. */
#include "cures.h"

#define MANY 20

static void norms(void)
{
    double part[MANY] = { 0 }, sum[MANY];
    int calls = CURED(2) ? 1 : MANY;

    for (int i = 0; i < calls; i++)
        MPI_Allreduce(part, sum, MANY / calls, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 15; i++) {
        MPIPROF_BEGIN("solve");
        work(CURED(1) ? 5 : me == 1 ? 8 : 4);
        MPIPROF_END("solve");
        norms();
    }
}
