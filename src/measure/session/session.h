/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * session.h - one measured run, from MPI_Init to MPI_Finalize, or from the
 * first MPI session to the end of the last.
 *
 * mpiprof_core_start() is the only symbol that libmpiprof.so looks for in
 * libmpiprof-core.so (SESSION_START_SYMBOL); everything else is reached
 * through the hook_ops it returns.  Collective over all ranks.
 * Threads: one.  Memory: the session's, freed at its end.  Errors: the session
 * never aborts: a part that cannot work says so once, switches itself off on
 * all ranks together, and the run continues; false: nothing is measured.
 */
#ifndef MEASURE_SESSION_SESSION_H
#define MEASURE_SESSION_SESSION_H

#include "measure/record/hook.h"

__attribute__((visibility("default")))
session_start_function mpiprof_core_start;

#endif
