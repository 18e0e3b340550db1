/* SPDX-License-Identifier: BSD-3-Clause */
/* no_overlap.c - in turns each rank waits at once for what the other sends
 * after its work, and only then begins its own.  The cure: wait afterwards. */
#include "cures.h"

static void receive_and_work(int from)
{
    MPI_Request request;
    double data;

    MPI_Irecv(&data, 1, MPI_DOUBLE, from, 0, WORLD, &request);
    if (CURED(1))
        work(10);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (!CURED(1))
        work(10);
}

static void work_and_send(int to)
{
    MPI_Request request;
    double data = 0;

    work(10);
    MPI_Isend(&data, 1, MPI_DOUBLE, to, 0, WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void run(void)
{
    for (int i = 0; i < 10; i++) {
        if (me == i % 2)
            work_and_send(1 - me);
        else
            receive_and_work(1 - me);
    }
}
