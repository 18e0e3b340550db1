/* SPDX-License-Identifier: BSD-3-Clause */
/* fields.c - each of six fields is exchanged by messages of its own, all of one size,
 * which take their receivers long.  The cure: one message with all fields. */
#include "cures.h"

#define FIELDS 6
#define EACH 128

static void exchange(int to, int from)
{
    static double out[FIELDS * EACH], in[FIELDS * EACH];
    int messages = CURED(1) ? 1 : FIELDS, each = FIELDS * EACH / messages;
    MPI_Request requests[FIELDS];

    for (int i = 0; i < messages; i++)
        MPI_Isend(out + i * each, each, MPI_DOUBLE, to, i, WORLD,
                  &requests[i]);
    for (int i = 0; i < messages; i++)
        MPI_Recv(in + i * each, each, MPI_DOUBLE, from, i, WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE);
}

static void run(void)
{
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;

    for (int step = 0; step < 60; step++) {
        work(2);
        exchange(right, left);
        exchange(left, right);
    }
}
