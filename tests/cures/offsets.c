/* SPDX-License-Identifier: BSD-3-Clause */
/* offsets.c - now and then ranks write one after another, each where the rank before
 * it has stopped, whose offset it gets.  The cure: MPI_Exscan finds all offsets. */
#include "cures.h"

#define BYTES 1000

static void write_in_turn(void)
{
    long long at = 0, size = BYTES + me;

    if (CURED(1))
        MPI_Exscan(&size, &at, 1, MPI_LONG_LONG, MPI_SUM, WORLD);
    else if (me > 0)
        MPI_Recv(&at, 1, MPI_LONG_LONG, me - 1, 0, WORLD, MPI_STATUS_IGNORE);
    wait_for_disk(4);
    at += size;
    if (me < ranks - 1 && !CURED(1))
        MPI_Send(&at, 1, MPI_LONG_LONG, me + 1, 0, WORLD);
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
