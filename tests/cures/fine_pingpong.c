/* SPDX-License-Identifier: BSD-3-Clause */
/* fine_pingpong.c - two ranks answer each other's large messages: an answer cannot
 * start before the question is there. */
#include "cures.h"

#define COUNT 4096

static double out[COUNT], in[COUNT];

static void talk(void)
{
    if (me == 0)
        MPI_Send(out, COUNT, MPI_DOUBLE, 1, 0, WORLD);
    MPI_Recv(in, COUNT, MPI_DOUBLE, 1 - me, 0, WORLD, MPI_STATUS_IGNORE);
    if (me == 1)
        MPI_Send(out, COUNT, MPI_DOUBLE, 0, 0, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 30; i++) {
        work(5);
        for (int k = 0; k < 20; k++)
            talk();
    }
}
