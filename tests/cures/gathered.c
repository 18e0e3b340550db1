/* SPDX-License-Identifier: BSD-3-Clause */
/* gathered.c - in each step rank 0 takes the results of all others, decides alone, and
 * then answers each: it is no master, as nobody works meanwhile.  The cure: each
 * decides on a part. */
#include "cures.h"

#define DECIDE 4.0

static double value;

static void decide(void)
{
    for (int i = 1; i < ranks; i++)
        MPI_Recv(&value, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, WORLD,
                 MPI_STATUS_IGNORE);
    work(DECIDE);
    for (int i = 1; i < ranks; i++)
        MPI_Send(&value, 1, MPI_DOUBLE, i, 1, WORLD);
}

static void ask(void)
{
    MPI_Send(&value, 1, MPI_DOUBLE, 0, 0, WORLD);
    MPI_Recv(&value, 1, MPI_DOUBLE, 0, 1, WORLD, MPI_STATUS_IGNORE);
}

static void run(void)
{
    double sum;

    for (int i = 0; i < 30; i++) {
        work(9);
        if (CURED(1)) {
            work(DECIDE / ranks);
            MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
        } else if (me == 0) {
            decide();
        } else {
            ask();
        }
    }
}
