/* SPDX-License-Identifier: BSD-3-Clause */
/* spread.c - rank 2 works twice as long before each of many calls; the one that
 * has most of what the others wait has a quarter of it. */
#include "cures.h"

static double sum;

static void compute(int times)
{
    work(times * (CURED(1) ? 1.25 : me == 2 ? 2 : 1));
}

/* Work, and a call of its own. */
#define STEP(operation)                                                       \
    do {                                                                      \
        compute(1);                                                           \
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, operation, WORLD);           \
    } while (0)

static void step(void)
{
    double one = 1;

    STEP(MPI_SUM);
    STEP(MPI_MAX);
    STEP(MPI_MIN);
    STEP(MPI_SUM);
    STEP(MPI_MAX);
    STEP(MPI_MIN);
    STEP(MPI_SUM);
    STEP(MPI_MAX);
    STEP(MPI_MIN);
    STEP(MPI_SUM);
    STEP(MPI_MAX);
    STEP(MPI_MIN);
    compute(4);
    MPI_Barrier(WORLD);
}

static void run(void)
{
    for (int i = 0; i < 8; i++)
        step();
}
