/* SPDX-License-Identifier: BSD-3-Clause */
/* two_stages.c - rank 0 makes what rank 1 works on at the same time, and takes longer
 * for it.  The cure: it works as long as rank 1. */
#include "cures.h"

static void produce(double *part)
{
    work(CURED(1) ? 15 : 25);
    MPI_Send(part, 1, MPI_DOUBLE, 1, 0, WORLD);
}

static void consume(double *part)
{
    work(10);
    MPI_Recv(part, 1, MPI_DOUBLE, 0, 0, WORLD, MPI_STATUS_IGNORE);
    work(5);
}

static void run(void)
{
    double part = 0;

    for (int i = 0; i < 20; i++)
        me == 0 ? produce(&part) : consume(&part);
}
