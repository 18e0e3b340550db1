/* SPDX-License-Identifier: BSD-3-Clause */
/* hot_sender.c - all that moves starts at rank 2, which sends each other rank a part of
 * it.  The cure: all ranks send as much. */
#include "cures.h"

#define RANKS 8
#define LEAST 16
#define PART 16000

static void migrate(void)
{
    static double out[RANKS * PART], in[RANKS * PART];
    int sent[RANKS], received[RANKS], from[RANKS] = { 0 }, to[RANKS] = { 0 };

    for (int i = 0; i < RANKS; i++) {
        int even = PART / RANKS;

        sent[i] = CURED(1) ? even : me == 2 && i != me ? PART : LEAST;
        received[i] = CURED(1) ? even : i == 2 && i != me ? PART : LEAST;
    }
    for (int i = 1; i < RANKS; i++) {
        from[i] = from[i - 1] + sent[i - 1];
        to[i] = to[i - 1] + received[i - 1];
    }
    MPI_Alltoallv(out, sent, from, MPI_DOUBLE, in, received, to, MPI_DOUBLE,
                  WORLD);
}

static void run(void)
{
    for (int i = 0; i < 30; i++) {
        work(4);
        migrate();
    }
}
