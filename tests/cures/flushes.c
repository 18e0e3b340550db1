/* SPDX-License-Identifier: BSD-3-Clause */
/* flushes.c - twenty flushes a step, of which one is needed; others, which are
 * all needed, are no cause. */
#include "cures.h"

static void update(MPI_Win window)
{
    double data = 1;

    MPI_Put(&data, 1, MPI_DOUBLE, (me + 1) % ranks, 0, 1, MPI_DOUBLE, window);
    for (int i = 0; i < (CURED(1) ? 1 : 20); i++)
        MPI_Win_flush((me + 1) % ranks, window);
}

static void look(MPI_Win window)
{
    double data;
    MPI_Request request;

    MPI_Get(&data, 1, MPI_DOUBLE, (me + 2) % ranks, 0, 1, MPI_DOUBLE, window);
    MPI_Win_flush_local_all(window);
    MPI_Rput(&data, 1, MPI_DOUBLE, (me + 3) % ranks, 1, 1, MPI_DOUBLE, window,
             &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_flush_all(window);
}

static void run(void)
{
    double *data;
    MPI_Win window;

    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, WORLD,
                     &data, &window);
    MPI_Win_lock_all(0, window);
    for (int i = 0; i < 30; i++) {
        work(4);
        update(window);
        look(window);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
}
