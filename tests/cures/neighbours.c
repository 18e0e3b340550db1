/* SPDX-License-Identifier: BSD-3-Clause */
/* neighbours.c - rank 5 has more cells than the others; they wait for it in a collective
 * among neighbours, and then for each other.  The cure: as many cells on each. */
#include "cures.h"

static void advance(MPI_Comm ring)
{
    double out[2] = { 0 }, in[2];

    work(CURED(1) ? 4.5 : me == 5 ? 8 : 4);
    MPI_Neighbor_alltoall(out, 1, MPI_DOUBLE, in, 1, MPI_DOUBLE, ring);
}

static void run(void)
{
    int periodic = 1;
    MPI_Comm ring;

    MPI_Cart_create(WORLD, 1, &ranks, &periodic, 0, &ring);
    for (int i = 0; i < 40; i++)
        advance(ring);
    MPI_Comm_free(&ring);
}
