/* SPDX-License-Identifier: BSD-3-Clause */
/* fixed_order.c - rank 0 takes the results of the others in the order of their ranks,
 * and only then sends each its next task, which takes some longer than others.
 * The cure: MPI_ANY_SOURCE. */
#include "cures.h"

#define ROUNDS 30

static double data;

static void answer(int rank)
{
    MPI_Status status;

    MPI_Recv(&data, 1, MPI_DOUBLE, rank, 0, WORLD, &status);
    work(0.05);
    MPI_Send(&data, 1, MPI_DOUBLE, status.MPI_SOURCE, 0, WORLD);
}

static void collect(void)
{
    for (int i = 0; i < ROUNDS; i++)
        for (int rank = 1; rank < ranks; rank++)
            answer(CURED(1) ? MPI_ANY_SOURCE : rank);
}

static void compute(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        work((7 * i + 3 * me) % 5 == 0 ? 12 : 2);
        MPI_Send(&data, 1, MPI_DOUBLE, 0, 0, WORLD);
        MPI_Recv(&data, 1, MPI_DOUBLE, 0, 0, WORLD, MPI_STATUS_IGNORE);
    }
}

static void run(void)
{
    if (me == 0)
        collect();
    else
        compute();
    MPI_Barrier(WORLD);
}
