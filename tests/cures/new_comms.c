/* SPDX-License-Identifier: BSD-3-Clause */
/* new_comms.c - a communicator for each step.  The cure: one for all. */
#include "cures.h"

static void step(int number)
{
    static MPI_Comm copy = MPI_COMM_NULL;
    double one = 1, sum;

    if (number == 0 || !CURED(1))
        MPI_Comm_dup(WORLD, &copy);
    work(1);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, copy);
    if (!CURED(1) || number == 119)
        MPI_Comm_free(&copy);
}

static void run(void)
{
    for (int i = 0; i < 120; i++)
        step(i);
}
