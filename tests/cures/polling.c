/* SPDX-License-Identifier: BSD-3-Clause */
/* polling.c - rank 0 looks for its message by MPI_Test. */
#include "looker.h"

static void receive(void)
{
    MPI_Request request;
    double data;
    int done = 0;

    MPI_Irecv(&data, 1, MPI_DOUBLE, 1, 0, WORLD, &request);
    while (!done)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}
