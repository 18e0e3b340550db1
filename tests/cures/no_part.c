/* SPDX-License-Identifier: BSD-3-Clause */
/* no_part.c - ranks 0 and 1 have two blocks each, rank 2 one, and rank 3 none: it only
 * takes part in the exchange of a halo.  The cure: smaller blocks, as many on each. */
#include "cures.h"

static const int blocks[] = { 2, 2, 1, 0 };

static void sweep(void)
{
    double out = 0, in;
    MPI_Request requests[2];

    if (CURED(1) || blocks[me] > 0)
        work(CURED(1) ? 5 : 4 * blocks[me]);
    MPI_Irecv(&in, 1, MPI_DOUBLE, (me + 1) % ranks, 0, WORLD, &requests[0]);
    MPI_Isend(&out, 1, MPI_DOUBLE, (me + ranks - 1) % ranks, 0, WORLD,
              &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void run(void)
{
    for (int i = 0; i < 40; i++)
        sweep();
}
