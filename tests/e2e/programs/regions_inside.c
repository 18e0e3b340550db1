/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * regions_inside.c - marks in a function of the program that MPI calls.
 *
 *     ./regions_inside SECONDS
 *
 * In region around MPI_Reduce_local calls an operation that takes so much
 * CPU time.  It marks a region, and the end of the one around, which goes
 * on: MPI_Barrier is called in it.
 */
#include <mpi.h>
#include <mpiprof.h>
#include <stdlib.h>

#include "sampled_spin.h"

static double seconds;
static volatile double sum;

static void operation(void *in, void *inout, int *count, MPI_Datatype *type)
{
    double end = used() + seconds;

    (void)in;
    (void)inout;
    (void)count;
    (void)type;
    MPIPROF_BEGIN("inside");
    while (used() < end)
        for (int i = 0; i < 100000; i++)
            sum += i;
    MPIPROF_END("inside");
    MPIPROF_END("around");
}

int main(int argc, char **argv)
{
    int one = 1, result = 1;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    seconds = argc > 1 ? atof(argv[1]) : 0;
    MPI_Op_create(operation, 1, &op);
    MPIPROF_BEGIN("around");
    MPI_Reduce_local(&one, &result, 1, MPI_INT, op);
    MPI_Barrier(MPI_COMM_SELF);
    MPIPROF_END("around");
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
