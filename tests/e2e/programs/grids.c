/*
 * grids.c - Cartesian communicators, with known counts and places.
 *
 *     mpiexec -n 6 ./grids PREFIX
 *
 * A grid of 2 x 3, of which the longer dimension is a ring; the rings; a copy
 * of the grid.
 */
#include <mpi.h>
#include <stdio.h>

#include "expect.h"

static void release(MPI_Comm *comm)
{
    MPI_Comm_free(comm);
    expect("MPI_Comm_free", 1, 0, 0);
}

static void grids(void)
{
    int sizes[] = { 2, 3 }, periods[] = { 0, 1 }, remain[] = { 0, 1 };
    MPI_Comm grid, ring, copy;

    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &grid);
    expect("MPI_Cart_create", 1, 0, 0);
    MPI_Comm_set_name(grid, "the grid");
    expect("MPI_Comm_set_name", 1, 0, 0);
    MPI_Cart_sub(grid, remain, &ring);
    expect("MPI_Cart_sub", 1, 0, 0);
    MPI_Comm_dup(grid, &copy);
    expect("MPI_Comm_dup", 1, 0, 0);
    MPI_Barrier(ring);
    MPI_Barrier(copy);
    expect("MPI_Barrier", 2, 0, 0);
    release(&ring);
    release(&copy);
    release(&grid);
}

int main(int argc, char **argv)
{
    int me, ranks;

    MPI_Init(&argc, &argv);
    expect("MPI_Init", 1, 0, 0);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 2 || ranks != 6) {
        fprintf(stderr, "usage: mpiexec -n 6 grids PREFIX\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    grids();
    expect("MPI_Finalize", 1, 0, 0);
    expect_write(argv[1], me);
    MPI_Finalize();
    return 0;
}
