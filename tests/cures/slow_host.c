/* SPDX-License-Identifier: BSD-3-Clause */
/* slow_host.c - the ranks of one node are slower in a ring of messages.  The cure: a
 * node that is as fast as the other. */
#include "cures.h"

static void sweep(void)
{
    double out = 1, in;

    work(me < 2 && !CURED(1) ? 9 : 6);
    MPI_Sendrecv(&out, 1, MPI_DOUBLE, (me + 1) % ranks, 0, &in, 1, MPI_DOUBLE,
                 (me + ranks - 1) % ranks, 0, WORLD, MPI_STATUS_IGNORE);
}

static void run(void)
{
    for (int i = 0; i < 30; i++)
        sweep();
}
