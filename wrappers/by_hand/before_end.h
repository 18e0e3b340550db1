/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * before_end.h - runs the program's last function when its process ends without
 * MPI_Finalize.
 *
 * Threads: any.  Memory: none.  Errors: none; a function that does not return
 * is abandoned, and the process ends all the same.
 */
#ifndef WRAPPERS_BY_HAND_BEFORE_END_H
#define WRAPPERS_BY_HAND_BEFORE_END_H

#include "wrap.h"

/* Calls the function given to mpiprof_before_end(), if any, once. code: exit
 * status, or MPI_Abort's, in case it does not return. */
void before_end_call(int code);

#endif
