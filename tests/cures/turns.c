/* SPDX-License-Identifier: BSD-3-Clause */
/* turns.c - now and then ranks write one after another, each when it has got the turn
 * from the rank before it.  The cure: all write at the same time. */
#include "cures.h"

static void write_in_turn(void)
{
    int turn = 0;

    if (me > 0 && !CURED(1))
        MPI_Recv(&turn, 1, MPI_INT, me - 1, 0, WORLD, MPI_STATUS_IGNORE);
    wait_for_disk(4);
    if (me < ranks - 1 && !CURED(1))
        MPI_Send(&turn, 1, MPI_INT, me + 1, 0, WORLD);
}

static void run(void)
{
    double one = 1, sum;

    for (int i = 1; i <= 40; i++) {
        work(5);
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
        if (i % 4 == 0) {
            write_in_turn();
            MPI_Barrier(WORLD);
        }
    }
}
