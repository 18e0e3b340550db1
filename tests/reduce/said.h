/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * said.h - what a program of this folder expects, and says when it is not so.
 */
#ifndef TESTS_REDUCE_SAID_H
#define TESTS_REDUCE_SAID_H

#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>

static MPI_Comm comm;
static int rank, ranks, wrong; /* rank and ranks of comm */

static inline void expect(bool right, const char *what)
{
    if (right)
        return;
    wrong = 1;
    fprintf(stderr, "rank %d of %d: %s\n", rank, ranks, what);
}

/* In trees of one rank, of two and so on up to all. */
static inline void said_of_each_tree(void (*check)(void))
{
    int me, most;

    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &most);
    for (ranks = 1; ranks <= most; ranks++) {
        MPI_Comm_split(MPI_COMM_WORLD, me < ranks ? 0 : MPI_UNDEFINED, me,
                       &comm);
        if (comm == MPI_COMM_NULL)
            continue;
        MPI_Comm_rank(comm, &rank);
        check();
        MPI_Comm_free(&comm);
    }
}

/* The exit status, the same on all ranks. */
static inline int said_end(void)
{
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return wrong;
}

#endif
