/* SPDX-License-Identifier: BSD-3-Clause */
/* fine_noise.c - nothing to cure: each step differs by up to 1 %, on no rank
 * more than on another. */
#include "cures.h"

static void run(void)
{
    double one = 1, sum;

    for (int i = 0; i < 20; i++) {
        work(10 + 0.1 * ((7 * i + 3 * me) % 5) / 4);
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}
