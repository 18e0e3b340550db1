/* SPDX-License-Identifier: BSD-3-Clause */
/* lock.c - all work while they hold the same lock of a window.  The cure: work
 * before taking it. */
#include "cures.h"

static void update(MPI_Win window)
{
    double data = 1;

    work(CURED(1) ? 20 : 10);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Put(&data, 1, MPI_DOUBLE, 0, me, 1, MPI_DOUBLE, window);
    MPI_Win_flush(0, window);
    if (!CURED(1))
        work(10);
    MPI_Win_unlock(0, window);
    MPI_Barrier(WORLD);
}

static void run(void)
{
    double *counters;
    MPI_Win window;

    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, WORLD,
                     &counters, &window);
    for (int i = 0; i < 4; i++)
        update(window);
    MPI_Win_free(&window);
}
