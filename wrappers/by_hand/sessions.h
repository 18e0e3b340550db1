/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sessions.h - MPI_Session_init, MPI_Session_finalize: runs of sessions.
 *
 * A process wakes at its first MPI_Session_init.  That call is local: the set
 * of processes that use MPI is unknown, and nothing collective is allowed.
 * The run begins when the program has created a communicator of all processes
 * of mpi://WORLD, which requires all of them; until then calls are kept
 * (early.h).  The run ends with the last session, or with MPI_Finalize if
 * MPI_Init was called meanwhile.  If MPI_Init comes before such a
 * communicator, the run is one of MPI_COMM_WORLD and ends at MPI_Finalize.
 *
 * Threads: any.  Errors: one line on stderr, from one rank; the program then
 * runs unmeasured.
 */
#ifndef WRAPPERS_BY_HAND_SESSIONS_H
#define WRAPPERS_BY_HAND_SESSIONS_H

#include "wrap.h"

enum session_end { SESSION_PASSED, SESSION_ENDED, SESSION_RUN_ENDED };

bool session_init_enter(struct hook_call *call, uint32_t id,
                        uint32_t interface, struct hook_caller from);
void session_init_leave(struct hook_call *call, bool outermost);
enum session_end session_finalize_enter(struct hook_call *call, uint32_t id,
                                        uint32_t interface,
                                        struct hook_caller from);
void session_finalize_leave(struct hook_call *call, enum session_end what);

/* Whether the run is one of sessions, not of MPI_COMM_WORLD. */
bool sessions_are_the_run(void);
/* MPI_Init and MPI_Finalize during such a run count like a session. less
 * returns true for the last one. */
void sessions_one_more(void);
bool sessions_one_less(void);
/* Call for the last session: writes everything. */
void sessions_end_run(struct hook_call *call);

/* While early: MPI_Init has begun a run of MPI_COMM_WORLD. */
void sessions_world_began(void);

#endif
