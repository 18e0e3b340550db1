/* SPDX-License-Identifier: BSD-3-Clause */
/* late_sender.c - rank 1 works longer before it sends to its neighbour, which
 * waits in MPI_Recv. */
#include "cures.h"

static void exchange(void)
{
    double out = me, in;

    MPI_Send(&out, 1, MPI_DOUBLE, (me + 1) % ranks, 0, WORLD);
    MPI_Recv(&in, 1, MPI_DOUBLE, (me + ranks - 1) % ranks, 0, WORLD,
             MPI_STATUS_IGNORE);
}

static void run(void)
{
    for (int i = 0; i < 10; i++) {
        work(CURED(1) ? 12.5 : me == 1 ? 20 : 10);
        exchange();
    }
}
