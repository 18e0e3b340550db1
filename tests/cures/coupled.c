/* SPDX-License-Identifier: BSD-3-Clause */
/* coupled.c - two models with half of the ranks each, which exchange fields every
 * fifth step; the atmosphere has more work.  The cure: ranks in proportion. */
#include "cures.h"

static MPI_Comm model;

static void advance(double ms)
{
    double one = 1, most;

    work(ms);
    MPI_Allreduce(&one, &most, 1, MPI_DOUBLE, MPI_MAX, model);
}

static void couple(void)
{
    static double out[1000], in[1000];
    int twin = (me + ranks / 2) % ranks;

    MPI_Sendrecv(out, 1000, MPI_DOUBLE, twin, 0, in, 1000, MPI_DOUBLE, twin, 0,
                 WORLD, MPI_STATUS_IGNORE);
}

static void run(void)
{
    int atmosphere = me >= ranks / 2;

    MPI_Comm_split(WORLD, atmosphere, me, &model);
    for (int step = 1; step <= 50; step++) {
        advance(CURED(1) ? 5 : atmosphere ? 7 : 3);
        if (step % 5 == 0)
            couple();
    }
    MPI_Comm_free(&model);
}
