/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * grids.c - Cartesian communicators, with known counts and places.
 *
 *     mpiexec -n 6 ./grids PREFIX
 *
 * A grid of 2 x 3, of which the longer dimension is a ring; the rings; a copy
 * of the grid.
 */
#include <mpi.h>

#include "expect_main.h"

static void release(MPI_Comm *comm)
{
    CALL(MPI_Comm_free, comm);
}

EXPECT_MAIN(6, 6)
{
    int sizes[] = { 2, 3 }, periods[] = { 0, 1 }, remain[] = { 0, 1 };
    MPI_Comm grid, ring, copy;

    CALL(MPI_Cart_create, MPI_COMM_WORLD, 2, sizes, periods, 0, &grid);
    CALL(MPI_Comm_set_name, grid, "the grid");
    CALL(MPI_Cart_sub, grid, remain, &ring);
    CALL(MPI_Comm_dup, grid, &copy);
    MPI_Barrier(ring);
    MPI_Barrier(copy);
    expect("MPI_Barrier", 2, 0, 0);
    release(&ring);
    release(&copy);
    release(&grid);
}
