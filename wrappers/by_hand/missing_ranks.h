/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * missing_ranks.h - tells why MPI_Init does not return when only some programs
 * of a job are measured.
 *
 * Measured ranks agree in MPI_Init to measure; a rank without mpiprof never
 * comes there.  While they wait, a thread waits too; after 10 s the lowest
 * measured rank of each host prints one line with the ranks of that host that
 * run without mpiprof.
 * Threads: one.  Errors: without a thread nothing is printed.
 */
#ifndef WRAPPERS_BY_HAND_MISSING_RANKS_H
#define WRAPPERS_BY_HAND_MISSING_RANKS_H

void missing_ranks_watch_begin(void);
void missing_ranks_watch_end(void);

#endif
