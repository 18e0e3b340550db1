/* SPDX-License-Identifier: BSD-3-Clause */
/* asking.c - all ask again and again for a message of a neighbour, who works
 * longer now and then.  Nothing is gained by asking less often. */
#include "cures.h"

static void exchange(void)
{
    double in, out = 0;
    int done = 0;
    MPI_Request requests[2];

    MPI_Irecv(&in, 1, MPI_DOUBLE, (me + 1) % ranks, 0, WORLD, &requests[0]);
    MPI_Isend(&out, 1, MPI_DOUBLE, (me + ranks - 1) % ranks, 0, WORLD,
              &requests[1]);
    while (!done)
        MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE);
}

static void run(void)
{
    for (int step = 0; step < 12; step++) {
        work((step + me) % ranks == 0 ? 24 : 8);
        exchange();
    }
}
