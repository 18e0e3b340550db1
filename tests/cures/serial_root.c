/* SPDX-License-Identifier: BSD-3-Clause */
/* serial_root.c - between a gather and a broadcast only the root works.  The cure:
 * all ranks share that work. */
#include "cures.h"

static void reduce_by_hand(void)
{
    double own = 1, all[64] = { 0 };

    MPI_Gather(&own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, WORLD);
    if (CURED(1))
        work(20.0 / ranks);
    else if (me == 0)
        work(20);
    MPI_Bcast(all, 1, MPI_DOUBLE, 0, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 6; i++) {
        work(10);
        reduce_by_hand();
    }
}
