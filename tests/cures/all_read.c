/* SPDX-License-Identifier: BSD-3-Clause */
/* all_read.c - all ranks read the same file, which serves one after another.  The cure:
 * one rank reads it and broadcasts what is in it. */
#include "cures.h"

static void read_parameters(void)
{
    double parameters[10] = { 0 };

    if (!CURED(1) || me == 0)
        wait_for_disk(CURED(1) ? 5 : 5 * (me + 1));
    if (CURED(1))
        MPI_Bcast(parameters, 10, MPI_DOUBLE, 0, WORLD);
}

static void run(void)
{
    double one = 1, sum;

    read_parameters();
    for (int i = 0; i < 60; i++) {
        work(4);
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}
