/*
 * ends.h - what a program wants done before its process ends without
 * MPI_Finalize.
 *
 * Threads: any.  Memory: none.  Errors: none; a function that does not return
 * is left behind, and the process ends all the same.
 */
#ifndef WRAPPERS_ENDS_H
#define WRAPPERS_ENDS_H

#include "wrap.h"

/* Calls the function that mpiprof_before_end() was given, if any, once.
 * code: the exit status, or MPI_Abort's, should it not return. */
void ends_tell(int code);

#endif
