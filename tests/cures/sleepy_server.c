/* SPDX-License-Identifier: BSD-3-Clause */
/* sleepy_server.c - rank 0 looks for requests by MPI_Iprobe, and sleeps for 4 ms where
 * there is none: the others wait for its answers.  The cure: MPI_Probe. */
#include "cures.h"

static void look(MPI_Status *status)
{
    int found = 0;

    if (CURED(1)) {
        MPI_Probe(MPI_ANY_SOURCE, 0, WORLD, status);
        return;
    }
    while (!found) {
        MPI_Iprobe(MPI_ANY_SOURCE, 0, WORLD, &found, status);
        if (!found)
            wait_for_disk(4);
    }
}

static void serve(int requests)
{
    MPI_Status status;
    double value;

    for (int i = 0; i < requests; i++) {
        look(&status);
        MPI_Recv(&value, 1, MPI_DOUBLE, status.MPI_SOURCE, 0, WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_DOUBLE, status.MPI_SOURCE, 1, WORLD);
    }
}

static void ask(void)
{
    double value = 1;

    MPI_Send(&value, 1, MPI_DOUBLE, 0, 0, WORLD);
    MPI_Recv(&value, 1, MPI_DOUBLE, 0, 1, WORLD, MPI_STATUS_IGNORE);
}

static void run(void)
{
    if (me == 0)
        serve(25 * (ranks - 1));
    for (int i = 0; me > 0 && i < 25; i++) {
        work(5);
        ask();
    }
}
