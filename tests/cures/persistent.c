/* SPDX-License-Identifier: BSD-3-Clause */
/* persistent.c - persistent requests of a halo are waited for at once, although there is
 * work that does not need it; in turns ranks prepare it for longer.  The cure: that work
 * comes first, with a test in between: messages progress only inside MPI calls. */
#include "cures.h"

static MPI_Request requests[4];

static void work_inside(void)
{
    int done;

    work(4);
    if (CURED(1))
        MPI_Testall(4, requests, &done, MPI_STATUSES_IGNORE);
    work(4);
}

static void exchange(int step)
{
    work((me + step) % 2 ? 6 : 2);
    MPI_Startall(4, requests);
    if (CURED(1))
        work_inside();
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    if (!CURED(1))
        work_inside();
}

static void run(void)
{
    double out = 0, in[2];

    for (int side = 0; side < 2; side++) {
        int to = (me + (side == 0 ? 1 : ranks - 1)) % ranks;
        int from = (me + (side == 0 ? ranks - 1 : 1)) % ranks;

        MPI_Recv_init(&in[side], 1, MPI_DOUBLE, from, side, WORLD,
                      &requests[side]);
        MPI_Send_init(&out, 1, MPI_DOUBLE, to, side, WORLD,
                      &requests[2 + side]);
    }
    for (int step = 0; step < 20; step++)
        exchange(step);
    for (int i = 0; i < 4; i++)
        MPI_Request_free(&requests[i]);
}
