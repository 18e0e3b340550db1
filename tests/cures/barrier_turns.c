/* SPDX-License-Identifier: BSD-3-Clause */
/* barrier_turns.c - now and then ranks write one after another, and a barrier ends each
 * turn.  The cure: all write at the same time. */
#include "cures.h"

static void write_in_turn(void)
{
    for (int turn = 0; turn < ranks; turn++) {
        if (turn == me || CURED(1))
            wait_for_disk(4);
        MPI_Barrier(WORLD);
        if (CURED(1))
            return;
    }
}

static void run(void)
{
    for (int i = 1; i <= 40; i++) {
        work(5);
        if (i % 4 == 0)
            write_in_turn();
    }
}
