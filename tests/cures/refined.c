/* SPDX-License-Identifier: BSD-3-Clause */
/* refined.c - in steps 11 to 15 the mesh is refined where rank 1 is.  The cure: it is
 * divided again. */
#include "cures.h"

static void step(double refining_ms)
{
    double one = 1, sum;

    work(8 + refining_ms);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int i = 1; i <= 30; i++)
        step(i <= 10 || i > 15 ? 0 : CURED(1) ? 10 : me == 1 ? 34 : 2);
}
