/* SPDX-License-Identifier: BSD-3-Clause */
/* new_types.c - a datatype for each step.  The cure: one for all. */
#include "cures.h"

static void step(int number)
{
    static MPI_Datatype column;
    static double grid[64];

    if (number == 0 || !CURED(1)) {
        MPI_Type_vector(8, 1, 8, MPI_DOUBLE, &column);
        MPI_Type_commit(&column);
    }
    work(1);
    MPI_Sendrecv(grid, 1, column, me ^ 1, 0, grid + 1, 1, column, me ^ 1, 0,
                 WORLD, MPI_STATUS_IGNORE);
    if (!CURED(1) || number == 119)
        MPI_Type_free(&column);
}

static void run(void)
{
    for (int i = 0; i < 120; i++)
        step(i);
}
