/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * farm.h - rank 0 deals out tasks, the others ask for them.
 *
 * Times are milliseconds.  All ranks call farm() once; it returns when all
 * tasks are done.  With EMPTY_REQUESTS they ask with messages of no bytes, which
 * rank 0 finds by MPI_Probe.
 */
#ifndef TESTS_CURES_FARM_H
#define TESTS_CURES_FARM_H

#include "cures.h"

#ifdef EMPTY_REQUESTS
#define REQUEST 0
#else
#define REQUEST 1
#endif

/* late_ms: of each task, after its answer. */
static void serve(int tasks, double handling_ms, double late_ms)
{
    int given = 0, answer, none = 0;
    MPI_Status status;

    for (int open = ranks - 1; open > 0; open -= answer < 0) {
        if (REQUEST == 0)
            MPI_Probe(MPI_ANY_SOURCE, 0, WORLD, &status);
        MPI_Recv(&none, REQUEST, MPI_INT, MPI_ANY_SOURCE, 0, WORLD, &status);
        answer = given < tasks ? given++ : -1;
        if (answer >= 0)
            work(handling_ms);
        MPI_Send(&answer, 1, MPI_INT, status.MPI_SOURCE, 0, WORLD);
        if (answer >= 0)
            work(late_ms);
    }
}

static void do_tasks(double task_ms)
{
    int task = 0;

    while (task >= 0) {
        MPI_Send(&task, REQUEST, MPI_INT, 0, 0, WORLD);
        MPI_Recv(&task, 1, MPI_INT, 0, 0, WORLD, MPI_STATUS_IGNORE);
        if (task >= 0)
            work(task_ms);
    }
}

static void farm(int tasks, double handling_ms, double late_ms, double task_ms)
{
    if (me == 0)
        serve(tasks, handling_ms, late_ms);
    else
        do_tasks(task_ms);
    MPI_Barrier(WORLD);
}

#endif
