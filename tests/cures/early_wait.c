/* SPDX-License-Identifier: BSD-3-Clause */
/* early_wait.c - in turns one rank works longer, and both wait at once for a
 * reduction that only a third of the work which follows needs.  The cure: wait
 * after the rest of that work. */
#include "cures.h"

static double residual(void)
{
    MPI_Request request;
    double one = 1, most = 0;

    MPI_Iallreduce(&one, &most, 1, MPI_DOUBLE, MPI_MAX, WORLD, &request);
    if (CURED(1))
        work(2);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (!CURED(1))
        work(2);
    return most;
}

static void run(void)
{
    for (int step = 0; step < 40; step++) {
        work((step + me) % 2 == 0 ? 4 : 8);
        residual();
        work(1);
    }
}
