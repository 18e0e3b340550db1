/* SPDX-License-Identifier: BSD-3-Clause */
/* checkpoint.c - every eighth step rank 2 writes a checkpoint.  It has started the
 * reduction of that step, but the others, which complete it two steps later, wait until
 * it is back in MPI.  The cure: all ranks write. */
#include "cures.h"

#define UNDER_WAY 3

static void run(void)
{
    double mine[UNDER_WAY], most[UNDER_WAY];
    MPI_Request requests[UNDER_WAY];

    for (int i = 0; i < UNDER_WAY; i++)
        requests[i] = MPI_REQUEST_NULL;
    for (int i = 0; i < 48; i++) {
        int now = i % UNDER_WAY;

        mine[now] = i;
        work(5);
        MPI_Iallreduce(&mine[now], &most[now], 1, MPI_DOUBLE, MPI_MAX, WORLD,
                       &requests[now]);
        if (i % 8 == 7 && (CURED(1) || me == 2))
            wait_for_disk(CURED(1) ? 48.0 / ranks : 48);
        MPI_Wait(&requests[(i + 1) % UNDER_WAY], MPI_STATUS_IGNORE);
    }
    MPI_Waitall(UNDER_WAY, requests, MPI_STATUSES_IGNORE);
}
