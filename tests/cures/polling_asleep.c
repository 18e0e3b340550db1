/* SPDX-License-Identifier: BSD-3-Clause */
/* polling_asleep.c - rank 0 looks by MPI_Iprobe, and sleeps in between. */
#include "looker.h"

static void receive(void)
{
    MPI_Status status;
    double data;
    int found = 0;

    while (!found) {
        MPI_Iprobe(1, 0, WORLD, &found, &status);
        if (!found)
            wait_for_disk(0.4);
    }
    MPI_Recv(&data, 1, MPI_DOUBLE, 1, 0, WORLD, MPI_STATUS_IGNORE);
}
