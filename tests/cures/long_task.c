/* SPDX-License-Identifier: BSD-3-Clause */
/* long_task.c - the longest task comes last, and the run ends with it.  The cure:
 * ten tasks of each. */
#include "cures.h"

enum tag { RESULT, TASK };

static void hand_out(const double *tasks, int count, int pieces)
{
    double result, none = 0;
    MPI_Status status;

    for (int i = 0; i < count * pieces + ranks - 1; i++) {
        double task = i < count * pieces ? tasks[i / pieces] / pieces : none;

        MPI_Recv(&result, 1, MPI_DOUBLE, MPI_ANY_SOURCE, RESULT, WORLD,
                 &status);
        MPI_Send(&task, 1, MPI_DOUBLE, status.MPI_SOURCE, TASK, WORLD);
    }
}

static void do_tasks(void)
{
    double result = 0, task;

    do {
        MPI_Send(&result, 1, MPI_DOUBLE, 0, RESULT, WORLD);
        MPI_Recv(&task, 1, MPI_DOUBLE, 0, TASK, WORLD, MPI_STATUS_IGNORE);
        work(task);
    } while (task > 0);
}

static void run(void)
{
    static const double tasks[] = { 20, 30, 40, 20, 30, 20, 90 };

    if (me == 0)
        hand_out(tasks, sizeof(tasks) / sizeof(tasks[0]), CURED(1) ? 10 : 1);
    else
        do_tasks();
}
