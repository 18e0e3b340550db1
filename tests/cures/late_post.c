/* SPDX-License-Identifier: BSD-3-Clause */
/* late_post.c - rank 1 exposes its window only after its work, and rank 0, which works
 * after its access, waits for that.  The cure: expose it before the work, with a test
 * now and then: MPICH makes no progress with the access while rank 1 works. */
#include "cures.h"

static MPI_Win window;
static MPI_Group other;

static void access_window(void)
{
    double one = 1;

    MPI_Win_start(other, 0, window);
    MPI_Put(&one, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, window);
    MPI_Win_complete(window);
    work(8);
}

static void expose_window(void)
{
    int done = 0;

    if (!CURED(1))
        work(8);
    MPI_Win_post(other, 0, window);
    for (int i = 0; CURED(1) && i < 16; i++) {
        work(0.5);
        if (!done)
            MPI_Win_test(window, &done);
    }
    if (!done)
        MPI_Win_wait(window);
}

static void run(void)
{
    int twin = 1 - me;
    double *data;
    MPI_Group all;

    MPI_Comm_group(WORLD, &all);
    MPI_Group_incl(all, 1, &twin, &other);
    MPI_Win_allocate(8, 8, MPI_INFO_NULL, WORLD, &data, &window);
    for (int i = 0; i < 15; i++) {
        if (me == 0)
            access_window();
        else
            expose_window();
        MPI_Barrier(WORLD);
    }
    MPI_Win_free(&window);
    MPI_Group_free(&all);
    MPI_Group_free(&other);
}
