/* SPDX-License-Identifier: BSD-3-Clause */
/* wavefront.c - ranks form 4 x 2 blocks of a grid; in each step one sweep goes from
 * the first block to the last and another one back, plane after plane: a rank needs
 * the edges of two neighbours before it works, and there are too few planes.  The
 * cure: planes of an eighth. */
#include "cures.h"

#define COLUMNS 4
#define COUNT 200

static double edge[COUNT], ghost[COUNT];

/* The block that many columns and rows further on. */
static int neighbour(int columns, int rows)
{
    int x = me % COLUMNS + columns, y = me / COLUMNS + rows;

    return x < 0 || x >= COLUMNS || y < 0 || y >= ranks / COLUMNS
               ? MPI_PROC_NULL
               : y * COLUMNS + x;
}

static void take(int from, int tag)
{
    if (from != MPI_PROC_NULL)
        MPI_Recv(ghost, COUNT, MPI_DOUBLE, from, tag, WORLD,
                 MPI_STATUS_IGNORE);
}

static void pass_on(int to, int tag)
{
    if (to != MPI_PROC_NULL)
        MPI_Send(edge, COUNT, MPI_DOUBLE, to, tag, WORLD);
}

static void sweep_there(int planes)
{
    for (int i = 0; i < planes; i++) {
        take(neighbour(0, -1), i);
        take(neighbour(-1, 0), i);
        work(9.0 / planes);
        pass_on(neighbour(0, 1), i);
        pass_on(neighbour(1, 0), i);
    }
}

static void sweep_back(int planes)
{
    for (int i = 0; i < planes; i++) {
        take(neighbour(0, 1), i);
        take(neighbour(1, 0), i);
        work(9.0 / planes);
        pass_on(neighbour(0, -1), i);
        pass_on(neighbour(-1, 0), i);
    }
}

static void run(void)
{
    int planes = CURED(1) ? 48 : 6;

    for (int i = 0; i < 5; i++) {
        work(2);
        sweep_there(planes);
        sweep_back(planes);
    }
}
