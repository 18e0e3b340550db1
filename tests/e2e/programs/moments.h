/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * moments.h - when a rank began and left the calls that its test looks at.
 *
 *     enter("a name");
 *     MPI_Recv(...);
 *     leave();
 *
 * or, of one call that fits in a line, CALLED("a name", MPI_Recv(...)).  Calls
 * are known by their lines: what several functions do alike cannot be one
 * function with a name as argument.
 *
 * moments_write() writes PREFIX.RANK.tsv: name, rank, first and last line,
 * begin and end in seconds of CLOCK_MONOTONIC, which all ranks of a machine
 * share (the origin of MPI_Wtime may differ).  For check_waits.py.
 * Threads: any number.
 */
#ifndef TESTS_E2E_PROGRAMS_MOMENTS_H
#define TESTS_E2E_PROGRAMS_MOMENTS_H

#define enter(name) moments_enter(name, __LINE__)
#define leave() moments_leave(__LINE__)
#define CALLED(name, call) \
    do { \
        enter(name); \
        call; \
        leave(); \
    } while (0)

extern int me, ranks;

void moments_enter(const char *name, int line);
void moments_leave(int line);
void moments_write(const char *prefix);

/* MPI_Init_thread and MPI_Finalize, where the last rank is late. */
int begin_run(int *argc, char ***argv, int threads);
void end_run(const char *prefix);

void nap(int ms);
/* All ranks leave this at nearly the same time. */
void together(void);

#endif
