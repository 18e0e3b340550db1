/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * start.h - loads the core and starts it.
 *
 * Nothing happens until MPI is in use.  Then the MPI library is checked
 * against the one of this build, libmpiprof-core.so (from our own directory)
 * is loaded, the ranks agree that all of them can, and the core takes over.
 *
 * Environment: MPIPROF_ENABLE=off|0|no|false leaves the program unmeasured.
 * Threads: any.  Memory: the core stays loaded.  Errors: one line on stderr,
 * from one rank; the program then runs unmeasured.
 */
#ifndef WRAPPERS_BY_HAND_START_H
#define WRAPPERS_BY_HAND_START_H

#include "wrap.h"

/* Sets hook_state.mode to ON and returns true, or to OFF and returns false.  The
 * thread is inside mpiprof.  Call between take, which returns false at once if another thread is
 * starting, and give. */
bool start_with(const struct hook_start *start);
bool start_take(void);
void start_give(void);

/* Call before the call that starts MPI, which may change the action of
 * SIGUSR1. */
void start_note_usr1(void);
/* Action noted; NULL: unknown. */
const struct sigaction *start_usr1(void);

/* Whether the MPI in this process is the one that our handles and constants
 * belong to; reports a mismatch.  False also for a second copy of this
 * library. */
bool start_is_our_mpi(void);

/* False if another tool takes MPI calls past this library; reports that. */
bool start_is_first(void);

/* False if MPIPROF_ENABLE says off. */
bool start_is_wanted(void);

/* The process ends before its measurements are written. */
void unfinished(enum hook_unfinished how, int code);

#endif
