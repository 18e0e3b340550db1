/* SPDX-License-Identifier: BSD-3-Clause */
/* synced_halo.c - a library meets at a barrier before each exchange; in each step
 * another rank works longer.  The cure: no barrier. */
#include "cures.h"

static void synchronize(void)
{
    if (!CURED(1))
        MPI_Barrier(WORLD);
}

static void exchange(void)
{
    double in, out = 0;
    int left = me > 0 ? me - 1 : MPI_PROC_NULL;
    int right = me + 1 < ranks ? me + 1 : MPI_PROC_NULL;
    MPI_Request request;

    synchronize();
    MPI_Irecv(&in, 1, MPI_DOUBLE, left, 0, WORLD, &request);
    MPI_Send(&out, 1, MPI_DOUBLE, right, 0, WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void run(void)
{
    for (int step = 0; step < 18; step++) {
        work((step + me) % ranks == 0 ? 6 : 3);
        exchange();
    }
}
