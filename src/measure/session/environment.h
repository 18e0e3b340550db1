/*
 * environment.h - rank 0's settings for all ranks.
 *
 * Launchers do not hand on every variable to other hosts, and a command line
 * may set one for some ranks only; but what a setting switches on or off takes
 * part in collective steps.  So the MPIPROF_ variables of rank 0 hold.
 * Collective over comm; errors the same on all ranks.  Threads: one.
 */
#ifndef MEASURE_SESSION_ENVIRONMENT_H
#define MEASURE_SESSION_ENVIRONMENT_H

#include <mpi.h>

/* An array such as environ, in one block that the caller frees; NULL: no
 * memory on some rank. */
char **environment_share(MPI_Comm comm, char *const *own);

#endif
