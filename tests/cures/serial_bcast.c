/* SPDX-License-Identifier: BSD-3-Clause */
/* serial_bcast.c - the root prepares alone what it then broadcasts. */
#include "cures.h"

static void assemble(void)
{
    double matrix[16] = { 0 };

    if (CURED(1))
        work(30.0 / ranks);
    else if (me == 0)
        work(30);
    MPI_Bcast(matrix, 16, MPI_DOUBLE, 0, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 5; i++) {
        assemble();
        work(10);
    }
}
