/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * soak.h - the cases of soak.c: something that a program does over and over.
 *
 * `once' is called with 0, 1, 2 ... on all ranks; it must leave nothing of the
 * program's behind.  `setup' and `finish' may be NULL.
 */
#ifndef TESTS_SOAK_SOAK_H
#define TESTS_SOAK_SOAK_H

#include <mpi.h>

#define SOAK_CALLS 4

struct soak_case {
    const char *name;
    void (*once)(long i);
    struct {
        const char *procedure;
        double each; /* calls per time; 0 ends the list */
    } calls[SOAK_CALLS];
    void (*setup)(long number);
    void (*finish)(void);
    int level; /* of threads */
};

extern const struct soak_case soak_cases[]; /* ends with a NULL name */
extern int soak_rank, soak_ranks;

/* soak_paths.c: a path of calls that differs from i to i. */
void soak_path(long i);

#endif
