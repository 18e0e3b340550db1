/* SPDX-License-Identifier: BSD-3-Clause */
/* receive_chain.c - each rank receives its neighbour's edge before it sends its own,
 * which needs none of that: the exchange runs along the ranks.  The cure:
 * MPI_Sendrecv. */
#include "cures.h"

#define COUNT 65536

static double edge[COUNT], ghost[COUNT];

static void exchange(int from, int to)
{
    if (CURED(1)) {
        MPI_Sendrecv(edge, COUNT, MPI_DOUBLE, to, 0, ghost, COUNT, MPI_DOUBLE,
                     from, 0, WORLD, MPI_STATUS_IGNORE);
        return;
    }
    if (from != MPI_PROC_NULL)
        MPI_Recv(ghost, COUNT, MPI_DOUBLE, from, 0, WORLD, MPI_STATUS_IGNORE);
    if (to != MPI_PROC_NULL)
        MPI_Send(edge, COUNT, MPI_DOUBLE, to, 0, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 20; i++) {
        double sum;

        work(5);
        exchange(me > 0 ? me - 1 : MPI_PROC_NULL,
                 me < ranks - 1 ? me + 1 : MPI_PROC_NULL);
        if (i % 5 == 4)
            MPI_Allreduce(edge, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}
