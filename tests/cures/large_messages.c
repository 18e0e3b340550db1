/* SPDX-License-Identifier: BSD-3-Clause */
/* large_messages.c - the bytes of messages cost more than their latency.  The
 * cure: half of the bytes, by a smaller type. */
#include "cures.h"

#define MANY 65536

static void exchange(void)
{
    static double data[MANY];
    int sizes[] = { 8, CURED(1) ? MANY / 2 : MANY };

    for (int i = 0; i < 2; i++)
        if (me % 2 == 0)
            MPI_Send(data, sizes[i], MPI_DOUBLE, me + 1, 0, WORLD);
        else
            MPI_Recv(data, sizes[i], MPI_DOUBLE, me - 1, 0, WORLD,
                     MPI_STATUS_IGNORE);
}

static void run(void)
{
    for (int i = 0; i < 20; i++) {
        work(4);
        exchange();
    }
}
