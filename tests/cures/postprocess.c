/* SPDX-License-Identifier: BSD-3-Clause */
/* postprocess.c - every second step rank 0 gathers a field and works on it alone, while
 * the others go on; it may also keep them inside MPI_Gatherv, as they wait for it.  The
 * cure: each works on its part before it is gathered. */
#include "cures.h"

#define CELLS 100
#define RANKS 4

static void snapshot(void)
{
    static double field[CELLS], all[CELLS * RANKS];
    int counts[RANKS], places[RANKS];

    for (int i = 0; i < RANKS; i++) {
        counts[i] = CELLS;
        places[i] = i * CELLS;
    }
    if (CURED(1))
        work(12.0 / RANKS);
    MPI_Gatherv(field, CELLS, MPI_DOUBLE, all, counts, places, MPI_DOUBLE, 0,
                WORLD);
    if (me == 0 && !CURED(1))
        work(12);
}

static void run(void)
{
    double out = 0, in;

    for (int i = 0; i < 40; i++) {
        work(6);
        MPI_Sendrecv(&out, 1, MPI_DOUBLE, (me + 1) % ranks, 0, &in, 1,
                     MPI_DOUBLE, (me + ranks - 1) % ranks, 0, WORLD,
                     MPI_STATUS_IGNORE);
        if (i % 2 == 1)
            snapshot();
    }
    MPI_Barrier(WORLD);
}
