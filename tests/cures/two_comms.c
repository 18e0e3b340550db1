/* SPDX-License-Identifier: BSD-3-Clause */
/* two_comms.c - two causes on two communicators: rank 1 works longer before the sum
 * over its row (cure 1), and columns add up many small values one by one (cure 2: in
 * one call). */
#include "cures.h"

static MPI_Comm row, column;

static void solve(void)
{
    double one = 1, sum;

    work(CURED(1) ? 6 : me == 1 ? 12 : 4);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, row);
}

static void norms(void)
{
    double one[10] = { 1 }, sum[10];

    for (int i = 0; i < (CURED(2) ? 1 : 10); i++)
        MPI_Allreduce(&one[i], &sum[i], CURED(2) ? 10 : 1, MPI_DOUBLE, MPI_SUM,
                      column);
}

static void run(void)
{
    MPI_Comm_split(WORLD, me / 2, me, &row);
    MPI_Comm_split(WORLD, me % 2, me, &column);
    for (int i = 0; i < 20; i++) {
        solve();
        norms();
    }
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
}
