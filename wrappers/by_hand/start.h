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

/* The same for a run that is described; true: mode is ON.  Between take, which
 * does not wait and says no while another thread starts, and give. */
bool start_with(const struct hook_start *start);
bool start_take(void);
void start_give(void);

/* Before the call that begins MPI: that may change what SIGUSR1 does. */
void start_note_usr1(void);
/* What it did; NULL: not known. */
const struct sigaction *start_usr1(void);

/* Is the MPI in this process the one that our handles and constants are of?
 * Says so if not.  No, too, of a second copy of this library. */
bool start_is_our_mpi(void);

/* Whether MPIPROF_ENABLE does not say off. */
bool start_is_wanted(void);

/* Whether this is the rank that speaks, by what the launcher has put into the
 * environment: right also before MPI_Init and after MPI_Finalize. */
bool start_is_first_rank(void);

/* Regions before the start, of this thread: keeps them, and gives the core
 * those that are still open.  Functions have no name. */
void regions_keep(const char *name, const char *file, int line,
                  struct hook_range range);
void regions_drop(struct hook_range range);
void regions_replay(void);

/* The process ends, and what was measured is not written yet. */
void unfinished(enum hook_unfinished how, int code);

#endif
