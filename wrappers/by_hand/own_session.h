/*
 * own_session.h - a session of MPI of our own, beside the program's.
 *
 * What mpiprof does in a program of sessions must not depend on when the
 * program ends which of them.  An MPI without sessions has none of ours.
 * Threads: one at a time.  Errors: false.
 */
#ifndef WRAPPERS_OWN_SESSION_H
#define WRAPPERS_OWN_SESSION_H

#include "wrap.h"

/* processes: how many mpi://WORLD has.  Local. */
bool own_session_open(int *processes);
/* A communicator of mpi://WORLD; collective over all its processes. */
bool own_session_comm(MPI_Comm *comm);
void own_session_close(void);

#endif
