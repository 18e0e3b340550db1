/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cures.h - the main function of programs with a planted cause of lost time.
 *
 *     mpiexec -n 4 ./NAME CURE
 *
 * A program includes this header and defines run().  CURE is the sum of the
 * cures to apply: 0 for none, 1 for the first planted cause, 2 for a second.
 * Times are milliseconds; each rank is one thread unless the program says so.
 */
#ifndef TESTS_CURES_CURES_H
#define TESTS_CURES_CURES_H

#include <mpi.h>
#include <mpiprof.h>
#include <stdlib.h>

#define WORLD MPI_COMM_WORLD
#define CURED(number) ((cure & (number)) != 0)

static int me, ranks, cure;

/* In work.c: computes, or waits without a core (a slow file system), for that
 * long, in virtual time where the run has it. */
void work(double ms);
void wait_for_disk(double ms);

/* Everything between MPI_Init and MPI_Finalize. */
static void run(void);

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &me);
    MPI_Comm_size(WORLD, &ranks);
    cure = argc > 1 ? atoi(argv[1]) : 0;
    run();
    MPI_Finalize();
    return 0;
}

#endif
