/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * environment.h - gives all ranks the settings of rank 0.
 *
 * Launchers do not pass every variable to other hosts, and a command line may
 * set one for some ranks only; but settings switch collective steps on and
 * off.  So the MPIPROF_ variables of rank 0 apply to all.  Collective over
 * comm; errors are the same on all ranks.
 * Threads: one.
 */
#ifndef MEASURE_SESSION_ENVIRONMENT_H
#define MEASURE_SESSION_ENVIRONMENT_H

#include <mpi.h>

/* Returns an array such as environ, in one block that the caller frees; NULL
 * if any rank is out of memory. */
char **environment_share(MPI_Comm comm, char *const *own);

#endif
