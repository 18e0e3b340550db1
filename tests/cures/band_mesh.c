/* SPDX-License-Identifier: BSD-3-Clause */
/* band_mesh.c - parts of a mesh without structure, numbered from one end: each exchanges
 * much with the next two, and little with the third, in one message to each. */
#include "cures.h"

#define FAR 3

static void exchange(void)
{
    static const int counts[] = { 0, 500, 500, 2 };
    static double out[500], in[2 * FAR][500];
    MPI_Request requests[4 * FAR];
    int count = 0;

    for (int by = -FAR; by <= FAR; by++) {
        int peer = me + by, size = counts[by < 0 ? -by : by];

        if (by == 0 || peer < 0 || peer >= ranks)
            continue;
        MPI_Irecv(in[count / 2], size, MPI_DOUBLE, peer, 0, WORLD,
                  &requests[count]);
        MPI_Isend(out, size, MPI_DOUBLE, peer, 0, WORLD, &requests[count + 1]);
        count += 2;
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

static void run(void)
{
    for (int step = 0; step < 60; step++) {
        work(4);
        exchange();
    }
}
