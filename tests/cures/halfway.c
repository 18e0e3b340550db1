/* SPDX-License-Identifier: BSD-3-Clause */
/* halfway.c - rank 0 has more work up to half of the run, rank 3 from then on.  The
 * cure: the work of each step is spread evenly. */
#include "cures.h"

#define STEPS 40

static void halo(void)
{
    double out = 1, in;

    MPI_Sendrecv(&out, 1, MPI_DOUBLE, (me + 1) % ranks, 0, &in, 1, MPI_DOUBLE,
                 (me + ranks - 1) % ranks, 0, WORLD, MPI_STATUS_IGNORE);
}

static void run(void)
{
    double one = 1, sum;

    for (int i = 0; i < STEPS; i++) {
        work(CURED(1) ? 6 : me == (i < STEPS / 2 ? 0 : ranks - 1) ? 9 : 5);
        halo();
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}
