/* SPDX-License-Identifier: BSD-3-Clause */
/* far_messages.c - messages of 8 KiB over a network whose latency is that of 200
 * KiB.  The cure: one message of many. */
#include "cures.h"

#define MANY 20
#define EACH 1024

static void exchange(int messages, int each)
{
    static double data[MANY * EACH];

    for (int i = 0; i < messages; i++)
        if (me % 2 == 0)
            MPI_Send(data, each, MPI_DOUBLE, me + 1, 0, WORLD);
        else
            MPI_Recv(data, each, MPI_DOUBLE, me - 1, 0, WORLD,
                     MPI_STATUS_IGNORE);
}

static void run(void)
{
    for (int i = 0; i < 20; i++) {
        work(10);
        exchange(1, 1);
        exchange(CURED(1) ? 1 : MANY, CURED(1) ? MANY * EACH : EACH);
    }
}
