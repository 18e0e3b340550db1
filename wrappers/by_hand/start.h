/*
 * start.h - from asleep to measuring.
 *
 * Nothing happens until MPI is in use.  Then the MPI library is checked to be
 * the one this build is for, libmpiprof-core.so (from our own directory) is
 * loaded, the ranks agree that all of them can, and the core takes over.
 *
 * Environment: MPIPROF_ENABLE=off|0|no|false leaves the program unmeasured.
 * Threads: any.  Memory: the core stays loaded.  Errors: one line on stderr,
 * of one rank; the program then runs unmeasured.
 */
#ifndef WRAPPERS_START_H
#define WRAPPERS_START_H

#include "wrap.h"

/* Sets hook_state.mode to ON or OFF.  The thread's depth is > 0. */
void start_measuring(const struct hook_call *init);

/* Whether MPIPROF_ENABLE does not say off. */
bool start_is_wanted(void);

/* Whether this is the rank that speaks, by what the launcher has put into the
 * environment: right also before MPI_Init and after MPI_Finalize. */
bool start_is_first_rank(void);

/* Gives the core the regions this thread opened before the start. */
void regions_replay(void);

#endif
