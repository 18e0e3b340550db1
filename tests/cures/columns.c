/* SPDX-License-Identifier: BSD-3-Clause */
/* columns.c - a column of a grid is exchanged element by element.  The cure: a
 * derived datatype. */
#include "cures.h"

#define ROWS 64

static double grid[ROWS][ROWS];

static void exchange(MPI_Datatype type, int row)
{
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;

    MPI_Sendrecv(&grid[row][ROWS - 2], 1, type, right, 0, &grid[row][0], 1,
                 type, left, 0, WORLD, MPI_STATUS_IGNORE);
}

static void run(void)
{
    MPI_Datatype column;

    MPI_Type_vector(ROWS, 1, ROWS, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    for (int step = 0; step < 25; step++) {
        work(6);
        if (CURED(1))
            exchange(column, 0);
        for (int i = 0; i < ROWS && !CURED(1); i++)
            exchange(MPI_DOUBLE, i);
    }
    MPI_Type_free(&column);
}
