/* SPDX-License-Identifier: BSD-3-Clause */
/* small_messages.c - many messages of one number.  The cure: one of many. */
#include "cures.h"

#define MANY 20

static void exchange(void)
{
    double data[2 * MANY] = { 0 };
    int messages = CURED(1) ? 1 : MANY, each = MANY / messages, other = me ^ 1;

    for (int i = 0; i < messages; i++)
        MPI_Send(data, each, MPI_DOUBLE, other, 0, WORLD);
    for (int i = 0; i < messages; i++)
        MPI_Recv(data + MANY, each, MPI_DOUBLE, other, 0, WORLD,
                 MPI_STATUS_IGNORE);
}

static void run(void)
{
    for (int i = 0; i < 30; i++) {
        work(4);
        exchange();
    }
}
