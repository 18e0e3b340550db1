/* SPDX-License-Identifier: BSD-3-Clause */
/* chain_sum.c - the ranks add up a field one after another: each receives the sum
 * of the ranks before it, adds its own values and passes it on; the last one
 * broadcasts the result.  The cure: pairs of ranks add up what pairs have added up
 * before. */
#include "cures.h"

#define COUNT 8192

static double sum[COUNT];

static void add(void)
{
    work(0.5);
}

static void add_in_chain(void)
{
    if (me > 0)
        MPI_Recv(sum, COUNT, MPI_DOUBLE, me - 1, 0, WORLD, MPI_STATUS_IGNORE);
    add();
    if (me < ranks - 1)
        MPI_Send(sum, COUNT, MPI_DOUBLE, me + 1, 0, WORLD);
}

static void add_in_pairs(void)
{
    add();
    for (int apart = 1; apart < ranks; apart *= 2) {
        MPI_Sendrecv_replace(sum, COUNT, MPI_DOUBLE, me ^ apart, 0, me ^ apart,
                             0, WORLD, MPI_STATUS_IGNORE);
        add();
    }
}

static void run(void)
{
    for (int i = 0; i < 20; i++) {
        work(5);
        if (CURED(1))
            add_in_pairs();
        else
            add_in_chain();
        MPI_Bcast(sum, COUNT, MPI_DOUBLE, ranks - 1, WORLD);
    }
}
