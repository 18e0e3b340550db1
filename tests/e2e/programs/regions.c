/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * regions.c - nested regions and MPI_Pcontrol, with known counts.
 *
 *     mpiexec -n 2 ./regions PREFIX
 *
 * In region outer itself only MPI_Bcast is called, in outer/inner only
 * MPI_Allreduce, outside of both only MPI_Barrier; "early" is opened before
 * MPI_Init and closed after it.  While Pcontrol has switched the measurement
 * off nothing counts.
 */
#include <mpi.h>
#include <mpiprof.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "expect.h"

static int ranks, rank;

static void sleep_ms(int ms)
{
    struct timespec time = { 0, ms * 1000000L };

    nanosleep(&time, NULL);
}

static void barrier(void)
{
    CALL(MPI_Barrier, MPI_COMM_WORLD);
}

static void inner(void)
{
    int one = 1, all;

    MPIPROF_BEGIN("inner");
    MOVES(4 * ranks, 4 * ranks, MPI_Allreduce, &one, &all, 1, MPI_INT, MPI_SUM,
          MPI_COMM_WORLD);
    sleep_ms(10);
    MPIPROF_END("inner");
}

static void outer(void)
{
    int number = 0;

    MPIPROF_BEGIN("outer");
    MOVES(rank == 0 ? 4 * ranks : 0, 4, MPI_Bcast, &number, 1, MPI_INT, 0,
          MPI_COMM_WORLD);
    inner();
    inner();
    MPIPROF_END("outer");
}

static void switched_off(void)
{
    CALL(MPI_Pcontrol, 0);
    expect_pause();
    barrier();
    outer();
    MPI_Pcontrol(1); /* the measurement still sleeps */
    expect_resume();
}

int main(int argc, char **argv)
{
    MPIPROF_BEGIN("early");
    CALL(MPI_Init, &argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 2) {
        fprintf(stderr, "usage: mpiexec -n 2 regions PREFIX\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPIPROF_END("early");
    for (int i = 0; i < 3; i++)
        outer();
    barrier();
    switched_off();
    barrier();
    expect("MPI_Finalize", 1, 0, 0);
    expect_write(argv[1], rank);
    MPI_Finalize();
    return 0;
}
