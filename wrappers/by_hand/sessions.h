/*
 * sessions.h - MPI_Session_init, MPI_Session_finalize: runs of sessions.
 *
 * A process wakes at its first MPI_Session_init.  That call is local: which
 * processes use MPI is not known, and nothing collective may be done.  The run
 * begins when the program has made a communicator of all processes of
 * mpi://WORLD, which only all of them together can do; until then calls are
 * kept (early.h).  It ends with the last session, or MPI_Finalize where
 * MPI_Init was called meanwhile.  Where MPI_Init comes before such a
 * communicator, the run is one of MPI_COMM_WORLD and ends at MPI_Finalize.
 *
 * Threads: any.  Errors: one line on stderr, of one rank; the program then
 * runs unmeasured.
 */
#ifndef WRAPPERS_SESSIONS_H
#define WRAPPERS_SESSIONS_H

#include "wrap.h"

enum session_end { SESSION_PASSED, SESSION_ENDED, SESSION_RUN_ENDED };

bool session_init_enter(struct hook_call *call, uint32_t id,
                        uint32_t interface, void *caller);
void session_init_leave(struct hook_call *call, bool outermost);
enum session_end session_finalize_enter(struct hook_call *call, uint32_t id,
                                        uint32_t interface, void *caller);
void session_finalize_leave(struct hook_call *call, enum session_end what);

/* Awake, and waiting for a communicator of all processes. */
bool sessions_are_early(void);
/* The run is not one of MPI_COMM_WORLD. */
bool sessions_are_the_run(void);
/* MPI_Init and MPI_Finalize during such a run are like a session's.  True: it
 * was the last. */
void sessions_one_more(void);
bool sessions_one_less(void);
/* The last: writes everything. */
void sessions_end_run(struct hook_call *call);

/* While early: the run begins, if it has all processes. */
void sessions_comm_created(MPI_Comm created);
/* While early: MPI_Init has begun a run of MPI_COMM_WORLD. */
void sessions_world_began(void);
void sessions_unfinished(enum hook_unfinished how, int code);

#endif
