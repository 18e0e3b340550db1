/* SPDX-License-Identifier: BSD-3-Clause */
/* histogram.c - all counts are in the window of rank 0, and ranks queue for its lock.
 * The cure: each rank has its share of them. */
#include "cures.h"

#define BINS 64

static void count(MPI_Win window, int bin)
{
    int owner = CURED(1) ? bin % ranks : 0;
    long found = 0;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, owner, 0, window);
    MPI_Get(&found, 1, MPI_LONG, owner, bin, 1, MPI_LONG, window);
    MPI_Win_flush(owner, window);
    found++;
    MPI_Put(&found, 1, MPI_LONG, owner, bin, 1, MPI_LONG, window);
    MPI_Win_unlock(owner, window);
}

static void run(void)
{
    long *bins;
    MPI_Win window;

    MPI_Win_allocate(BINS * sizeof(long), sizeof(long), MPI_INFO_NULL, WORLD,
                     &bins, &window);
    for (int i = 0; i < BINS; i++)
        bins[i] = 0;
    MPI_Barrier(WORLD);
    for (int i = 0; i < 100; i++) {
        work(1);
        count(window, (me + i) % BINS);
    }
    MPI_Win_free(&window);
}
