/* SPDX-License-Identifier: BSD-3-Clause */
/* halo.c - rank 3 works longer between exchanges with both neighbours, which
 * wait in MPI_Waitall. */
#include "cures.h"

static void halo(void)
{
    double out[2] = { 0 }, in[2];
    MPI_Request requests[4];

    for (int side = 0; side < 2; side++) {
        int to = (me + (side == 0 ? 1 : ranks - 1)) % ranks;
        int from = (me + (side == 0 ? ranks - 1 : 1)) % ranks;

        MPI_Irecv(&in[side], 1, MPI_DOUBLE, from, side, WORLD,
                  &requests[side]);
        MPI_Isend(&out[side], 1, MPI_DOUBLE, to, side, WORLD,
                  &requests[2 + side]);
    }
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static void run(void)
{
    for (int i = 0; i < 8; i++) {
        MPIPROF_BEGIN("update");
        work(CURED(1) ? 15 : me == 3 ? 30 : 10);
        MPIPROF_END("update");
        halo();
    }
}
