/*
 * moments.h - when a rank began and left the calls that its test looks at.
 *
 *     enter("a name");
 *     MPI_Recv(...);
 *     leave();
 *
 * moments_write() writes PREFIX.RANK.tsv: name, rank, first and last line,
 * begin and end in seconds of CLOCK_MONOTONIC, which all ranks of a machine
 * share (the origin of MPI_Wtime may differ).  For check_waits.py.
 * Threads: any number.
 */
#ifndef MOMENTS_H
#define MOMENTS_H

#define enter(name) moments_enter(name, __LINE__)
#define leave() moments_leave(__LINE__)

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
