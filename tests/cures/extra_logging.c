/* SPDX-License-Identifier: BSD-3-Clause */
/* extra_logging.c - every tenth step all ranks log diagnostics, and rank 0 most of
 * them.  The cure: none of that. */
#include "cures.h"

static void diagnose(void)
{
    if (!CURED(1))
        work(me == 0 ? 36 : 9);
}

static void run(void)
{
    for (int step = 1; step <= 60; step++) {
        double one = 1, most;

        work(6);
        if (step % 10 == 0)
            diagnose();
        MPI_Allreduce(&one, &most, 1, MPI_DOUBLE, MPI_MAX, WORLD);
    }
}
