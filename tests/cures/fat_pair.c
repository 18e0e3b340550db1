/* SPDX-License-Identifier: BSD-3-Clause */
/* fat_pair.c - rank 1 sends rank 3 far more than all others exchange, and everybody
 * waits until that is done.  The cure: all ranks send an equal share of it. */
#include "cures.h"

#define LEAST 64
#define MOST 131072
#define RANKS 4

static void migrate(void)
{
    static double out[MOST + LEAST], in[MOST + RANKS * LEAST];
    int sent[RANKS], received[RANKS], from[RANKS] = { 0 }, to[RANKS] = { 0 };

    for (int i = 0; i < RANKS; i++)
        sent[i] = received[i] =
            LEAST + (CURED(1) ? MOST / (RANKS * RANKS) : 0);
    if (me == 1 && !CURED(1))
        sent[3] += MOST;
    if (me == 3 && !CURED(1))
        received[1] += MOST;
    for (int i = 1; i < RANKS; i++)
        to[i] = to[i - 1] + received[i - 1];
    MPI_Alltoallv(out, sent, from, MPI_DOUBLE, in, received, to, MPI_DOUBLE,
                  WORLD);
}

static void run(void)
{
    for (int i = 0; i < 60; i++) {
        work(4);
        migrate();
    }
}
