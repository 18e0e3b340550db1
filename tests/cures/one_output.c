/* SPDX-License-Identifier: BSD-3-Clause */
/* one_output.c - every tenth step rank 0 gathers a field and writes it by MPI-IO.
 * The cure: all write their part. */
#include "cures.h"

#define CELLS 100

static MPI_File own, shared;

static void output(void)
{
    static double field[CELLS], all[CELLS * 8];

    if (CURED(1)) {
        MPI_File_write_at_all(shared, me * (MPI_Offset)sizeof(field), field,
                              CELLS, MPI_DOUBLE, MPI_STATUS_IGNORE);
        return;
    }
    MPI_Gather(field, CELLS, MPI_DOUBLE, all, CELLS, MPI_DOUBLE, 0, WORLD);
    if (me == 0)
        MPI_File_write_at(own, 0, all, CELLS * ranks, MPI_DOUBLE,
                          MPI_STATUS_IGNORE);
}

static void run(void)
{
    int mode = MPI_MODE_CREATE | MPI_MODE_WRONLY;
    double one = 1, most;

    MPI_File_open(MPI_COMM_SELF, me == 0 ? "own.out" : "other.out", mode,
                  MPI_INFO_NULL, &own);
    MPI_File_open(WORLD, "shared.out", mode, MPI_INFO_NULL, &shared);
    for (int step = 1; step <= 60; step++) {
        work(5);
        MPI_Allreduce(&one, &most, 1, MPI_DOUBLE, MPI_MAX, WORLD);
        if (step % 10 == 0)
            output();
    }
    MPI_File_close(&own);
    MPI_File_close(&shared);
}
