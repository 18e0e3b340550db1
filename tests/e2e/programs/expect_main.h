/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * expect_main.h - what programs that expect something have around it.
 *
 *     EXPECT_MAIN(2, MOST_RANKS)
 *     {
 *         calls, of each of which it says what it counts
 *     }
 *
 * is run by as many ranks between MPI_Init and MPI_Finalize.  The program's
 * argument is the prefix of what is expected.
 */
#ifndef TESTS_E2E_PROGRAMS_EXPECT_MAIN_H
#define TESTS_E2E_PROGRAMS_EXPECT_MAIN_H

#include <mpi.h>
#include <stdio.h>

#include "expect.h"

#define MOST_RANKS 1000

/* This rank, how many there are, and the neighbours of this one on a ring. */
__attribute__((unused)) static int me, ranks, left, right;
__attribute__((unused)) static const char *prefix;

#define EXPECT_MAIN(least, most)                                          \
    static void run(void);                                                \
    int main(int argc, char **argv)                                       \
    {                                                                     \
        CALL(MPI_Init, &argc, &argv);                                     \
        MPI_Comm_rank(MPI_COMM_WORLD, &me);                               \
        MPI_Comm_size(MPI_COMM_WORLD, &ranks);                            \
        if (argc != 2 || ranks < (least) || ranks > (most)) {             \
            fprintf(stderr, "usage: mpiexec -n %d..%d PROGRAM PREFIX\n",  \
                    (least), (most));                                     \
            MPI_Abort(MPI_COMM_WORLD, 2);                                 \
        }                                                                 \
        prefix = argv[1];                                                 \
        right = (me + 1) % ranks;                                         \
        left = (me + ranks - 1) % ranks;                                  \
        run();                                                            \
        expect("MPI_Finalize", 1, 0, 0);                                  \
        expect_write(prefix, me);                                         \
        MPI_Finalize();                                                   \
        return 0;                                                         \
    }                                                                     \
    static void run(void)

#endif
