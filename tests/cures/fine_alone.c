/* SPDX-License-Identifier: BSD-3-Clause */
/* fine_alone.c - nothing to cure: all compute and hardly communicate. */
#include "cures.h"

static void run(void)
{
    work(200);
    MPI_Barrier(WORLD);
}
