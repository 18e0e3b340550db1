/* SPDX-License-Identifier: BSD-3-Clause */
/* fences.c - twenty fences a step, of which one is needed. */
#include "cures.h"

static void update(MPI_Win window)
{
    double data = 1;

    MPI_Put(&data, 1, MPI_DOUBLE, (me + 1) % ranks, 0, 1, MPI_DOUBLE, window);
    for (int i = 0; i < (CURED(1) ? 1 : 20); i++)
        MPI_Win_fence(0, window);
}

static void run(void)
{
    double *data;
    MPI_Win window;

    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, WORLD,
                     &data, &window);
    MPI_Win_fence(0, window);
    for (int i = 0; i < 20; i++) {
        work(4);
        update(window);
    }
    MPI_Win_free(&window);
}
