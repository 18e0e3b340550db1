/* SPDX-License-Identifier: BSD-3-Clause */
/* empty_requests.c - workers ask with empty messages, for which the master waits in
 * MPI_Probe; it puts each result into a file before that.  The cure: workers write
 * their own results. */
#include "cures.h"

#define TASKS 45

static void serve(void)
{
    int given = 0, answer;
    MPI_Status status;

    for (int open = ranks - 1; open > 0; open -= answer < 0) {
        MPI_Probe(MPI_ANY_SOURCE, 0, WORLD, &status);
        MPI_Recv(NULL, 0, MPI_INT, status.MPI_SOURCE, 0, WORLD,
                 MPI_STATUS_IGNORE);
        answer = given < TASKS ? given++ : -1;
        MPI_Send(&answer, 1, MPI_INT, status.MPI_SOURCE, 0, WORLD);
        if (!CURED(1) && answer >= 0)
            work(5);
    }
}

static void do_tasks(void)
{
    int task = 0;

    while (task >= 0) {
        MPI_Send(NULL, 0, MPI_INT, 0, 0, WORLD);
        MPI_Recv(&task, 1, MPI_INT, 0, 0, WORLD, MPI_STATUS_IGNORE);
        if (task >= 0)
            work(CURED(1) ? 12 : 7);
    }
}

static void run(void)
{
    if (me == 0)
        serve();
    else
        do_tasks();
}
