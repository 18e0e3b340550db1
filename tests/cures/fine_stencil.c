/* SPDX-License-Identifier: BSD-3-Clause */
/* fine_stencil.c - nothing to cure: a halo exchange of equal work. */
#include "cures.h"

static void run(void)
{
    double out = 0, in;
    MPI_Request requests[2];

    for (int i = 0; i < 20; i++) {
        MPI_Irecv(&in, 1, MPI_DOUBLE, (me + ranks - 1) % ranks, 0, WORLD,
                  &requests[0]);
        MPI_Isend(&out, 1, MPI_DOUBLE, (me + 1) % ranks, 0, WORLD,
                  &requests[1]);
        work(10);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}
