/* SPDX-License-Identifier: BSD-3-Clause */
/* drifting.c - a cluster of particles drifts through the ranks; what follows
 * takes all of them equally long.  The cure: each step is spread evenly. */
#include "cures.h"

#define STEPS 40

/* What a rank has: most while the cluster is there. */
static double particles(int rank, int step)
{
    int away = abs(rank * STEPS / ranks + STEPS / ranks / 2 - step);

    return 2 + (away < 10 ? 10 - away : 0);
}

static void push(int step)
{
    double all = 0;

    for (int i = 0; i < ranks; i++)
        all += particles(i, step);
    work(CURED(1) ? all / ranks : particles(me, step));
}

static void migrate(void)
{
    static double in[2], out[2];
    int left = (me + ranks - 1) % ranks, right = (me + 1) % ranks;
    MPI_Request requests[4];

    MPI_Irecv(&in[0], 1, MPI_DOUBLE, left, 0, WORLD, &requests[0]);
    MPI_Irecv(&in[1], 1, MPI_DOUBLE, right, 1, WORLD, &requests[1]);
    MPI_Isend(&out[0], 1, MPI_DOUBLE, right, 0, WORLD, &requests[2]);
    MPI_Isend(&out[1], 1, MPI_DOUBLE, left, 1, WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static void solve_field(void)
{
    double charge = 1, sum;

    work(1.5);
    MPI_Allreduce(&charge, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void run(void)
{
    for (int step = 0; step < STEPS; step++) {
        push(step);
        migrate();
        solve_field();
    }
}
