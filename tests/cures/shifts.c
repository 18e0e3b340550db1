/* SPDX-License-Identifier: BSD-3-Clause */
/* shifts.c - after each product of blocks, ranks of a square shift their blocks on by
 * MPI_Sendrecv_replace, while nobody computes.  The cure: the next blocks are under
 * way meanwhile. */
#include "cures.h"

#define SIDE 2
#define COUNT 4096

static double block[2][COUNT], next[2][COUNT];

static int at(int x, int y)
{
    return (y + SIDE) % SIDE * SIDE + (x + SIDE) % SIDE;
}

static void multiply(void)
{
    work(0.4);
}

static void shift(int i, int to, int from)
{
    MPI_Sendrecv_replace(block[i], COUNT, MPI_DOUBLE, to, i, from, i, WORLD,
                         MPI_STATUS_IGNORE);
}

static void start_shift(int i, int to, int from, MPI_Request *requests)
{
    MPI_Irecv(next[i], COUNT, MPI_DOUBLE, from, i, WORLD, &requests[0]);
    MPI_Isend(block[i], COUNT, MPI_DOUBLE, to, i, WORLD, &requests[1]);
}

static void run(void)
{
    int x = me % SIDE, y = me / SIDE;
    MPI_Request requests[4];

    for (int i = 0; i < 200; i++) {
        if (CURED(1)) {
            start_shift(0, at(x - 1, y), at(x + 1, y), requests);
            start_shift(1, at(x, y - 1), at(x, y + 1), requests + 2);
        }
        multiply();
        if (CURED(1)) {
            MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        } else {
            shift(0, at(x - 1, y), at(x + 1, y));
            shift(1, at(x, y - 1), at(x, y + 1));
        }
    }
}
