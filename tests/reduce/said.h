/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * said.h - what a program of this folder expects, and says when it is not so.
 */
#ifndef TESTS_REDUCE_SAID_H
#define TESTS_REDUCE_SAID_H

#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>

static int rank, ranks, wrong;

static inline void said_begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

static inline void expect(bool right, const char *what)
{
    if (right)
        return;
    wrong = 1;
    fprintf(stderr, "rank %d of %d: %s\n", rank, ranks, what);
}

/* The exit status, the same on all ranks. */
static inline int said_end(void)
{
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return wrong;
}

#endif
