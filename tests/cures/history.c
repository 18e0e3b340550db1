/* SPDX-License-Identifier: BSD-3-Clause */
/* history.c - every tenth step rank 0 gathers a field and writes it, the last
 * time when nobody waits for it within the run.  The cure: all write. */
#include "cures.h"

#define CELLS 100

static void write_history(void)
{
    static double field[CELLS], all[CELLS * 8];

    if (CURED(1)) {
        wait_for_disk(40.0 / ranks);
        return;
    }
    MPI_Gather(field, CELLS, MPI_DOUBLE, all, CELLS, MPI_DOUBLE, 0, WORLD);
    if (me == 0)
        wait_for_disk(40);
}

static void run(void)
{
    double one = 1, most;

    for (int step = 1; step <= 60; step++) {
        work(5);
        MPI_Allreduce(&one, &most, 1, MPI_DOUBLE, MPI_MAX, WORLD);
        if (step % 10 == 0)
            write_history();
    }
}
