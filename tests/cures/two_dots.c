/* SPDX-License-Identifier: BSD-3-Clause */
/* two_dots.c - a solver with two dot products in each step, hardly any work between
 * them.  The cure: one call for both. */
#include "cures.h"

static void exchange(void)
{
    static double out[100], in[100];
    int next = (me + 1) % ranks, last = (me + ranks - 1) % ranks;

    MPI_Sendrecv(out, 100, MPI_DOUBLE, next, 0, in, 100, MPI_DOUBLE, last, 0,
                 WORLD, MPI_STATUS_IGNORE);
}

static void dot_products(int count)
{
    double part[2] = { 0 }, sum[2];

    MPI_Allreduce(part, sum, count, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int step = 0; step < 40; step++) {
        exchange();
        work(9.6);
        if (!CURED(1))
            dot_products(1);
        work(0.8);
        dot_products(CURED(1) ? 2 : 1);
    }
}
