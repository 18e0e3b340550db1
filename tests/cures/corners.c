/* SPDX-License-Identifier: BSD-3-Clause */
/* corners.c - ranks of a periodic grid send each of their eight neighbours its part of
 * the halo.  The cure: one dimension after the other, corners as parts of the edges. */
#include "cures.h"

#define SIDE 3
#define EDGE 512

/* A way and the way back follow one another; diagonal ones come last. */
static const int ways[8][2] = { { 1, 0 }, { -1, 0 },  { 0, 1 },  { 0, -1 },
                                { 1, 1 }, { -1, -1 }, { 1, -1 }, { -1, 1 } };

static int neighbour(int way)
{
    int x = me % SIDE + ways[way][0], y = me / SIDE + ways[way][1];

    return (y + SIDE) % SIDE * SIDE + (x + SIDE) % SIDE;
}

static void exchange(int first, int last, int edge)
{
    static double out[EDGE + 2], in[8][EDGE + 2];
    MPI_Request requests[16];
    int count = 0;

    for (int i = first; i < last; i++) {
        int size = i < 4 ? edge : 1;

        MPI_Irecv(in[i], size, MPI_DOUBLE, neighbour(i ^ 1), i, WORLD,
                  &requests[count++]);
        MPI_Isend(out, size, MPI_DOUBLE, neighbour(i), i, WORLD,
                  &requests[count++]);
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

static void run(void)
{
    for (int step = 0; step < 100; step++) {
        work(1);
        if (CURED(1)) {
            exchange(0, 2, EDGE);
            exchange(2, 4, EDGE + 2);
        } else {
            exchange(0, 8, EDGE);
        }
    }
}
