/* SPDX-License-Identifier: BSD-3-Clause */
/* fan_out.c - rank 0 sends a table to one rank after another.  The cure: MPI_Bcast. */
#include "cures.h"

#define VALUES 12500

static void share_table(void)
{
    static double table[VALUES];

    if (CURED(1))
        MPI_Bcast(table, VALUES, MPI_DOUBLE, 0, WORLD);
    for (int i = 1; me == 0 && i < ranks && !CURED(1); i++)
        MPI_Send(table, VALUES, MPI_DOUBLE, i, 0, WORLD);
    if (me > 0 && !CURED(1))
        MPI_Recv(table, VALUES, MPI_DOUBLE, 0, 0, WORLD, MPI_STATUS_IGNORE);
}

static void run(void)
{
    double one = 1, sum;

    for (int i = 0; i < 40; i++) {
        share_table();
        work(2);
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}
