/* SPDX-License-Identifier: BSD-3-Clause */
/* late_progress.c - the receiver of a large message has posted its receive, and
 * computes: nothing of the message moves until it waits, and so does the
 * sender.  The cure: complete the receive first. */
#include "cures.h"

#define BYTES (4 << 20)

static char data[BYTES];

static void receive(void)
{
    MPI_Request request;

    MPI_Irecv(data, BYTES, MPI_CHAR, 1, 0, WORLD, &request);
    if (!CURED(1))
        work(10);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (CURED(1))
        work(10);
}

static void send(void)
{
    work(1);
    MPI_Send(data, BYTES, MPI_CHAR, 0, 0, WORLD);
    work(9);
}

static void run(void)
{
    for (int i = 0; i < 8; i++) {
        if (me == 0)
            receive();
        else
            send();
        MPI_Barrier(WORLD);
    }
}
