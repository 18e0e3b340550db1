/* SPDX-License-Identifier: BSD-3-Clause */
/* serial_exchange.c - each rank sends its edge to both neighbours by MPI_Send, which
 * waits for the receiver, before it receives: the exchange runs along the ranks.
 * The cure: MPI_Sendrecv. */
#include "cures.h"

#define COUNT 65536

static double edge[COUNT], ghost[COUNT];

static void exchange(int from, int to, int tag)
{
    if (CURED(1)) {
        MPI_Sendrecv(edge, COUNT, MPI_DOUBLE, to, tag, ghost, COUNT,
                     MPI_DOUBLE, from, tag, WORLD, MPI_STATUS_IGNORE);
        return;
    }
    if (to != MPI_PROC_NULL)
        MPI_Send(edge, COUNT, MPI_DOUBLE, to, tag, WORLD);
    MPI_Recv(ghost, COUNT, MPI_DOUBLE, from, tag, WORLD, MPI_STATUS_IGNORE);
}

static void run(void)
{
    int left = me > 0 ? me - 1 : MPI_PROC_NULL;
    int right = me < ranks - 1 ? me + 1 : MPI_PROC_NULL;
    double sum;

    for (int i = 0; i < 20; i++) {
        work(5);
        exchange(left, right, 0);
        exchange(right, left, 1);
        work(5);
        if (i % 5 == 4)
            MPI_Allreduce(edge, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}
