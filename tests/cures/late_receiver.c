/* SPDX-License-Identifier: BSD-3-Clause */
/* late_receiver.c - rank 1 works before it receives, while rank 0 waits in
 * MPI_Ssend with its own work still to do.  The cure: receive first. */
#include "cures.h"

static void hand_over(void)
{
    double data = 0;

    if (me == 0)
        MPI_Ssend(&data, 1, MPI_DOUBLE, 1, 0, WORLD);
    else
        MPI_Recv(&data, 1, MPI_DOUBLE, 0, 0, WORLD, MPI_STATUS_IGNORE);
}

static void run(void)
{
    for (int i = 0; i < 5; i++) {
        if (me == 1 && !CURED(1))
            work(20);
        hand_over();
        if (me == 0 || CURED(1))
            work(20);
        MPI_Barrier(WORLD);
    }
}
