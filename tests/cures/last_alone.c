/* SPDX-License-Identifier: BSD-3-Clause */
/* last_alone.c - after steps that hardly differ rank 1 draws a picture alone, and nobody
 * waits for it before MPI_Finalize.  The cure: all draw a part. */
#include "cures.h"

static void run(void)
{
    for (int i = 0; i < 25; i++) {
        double one = 1, sum;

        work(me == i % ranks ? 10.2 : 10);
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
    if (CURED(1))
        work(120.0 / ranks);
    else if (me == 1)
        work(120);
}
