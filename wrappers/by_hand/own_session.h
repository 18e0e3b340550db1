/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * own_session.h - an MPI session of our own, beside the program's.
 *
 * Keeps mpiprof independent of when a program with sessions ends each of them.
 * Fails in an MPI without sessions.
 * Threads: one at a time.  Errors: false.
 */
#ifndef WRAPPERS_OWN_SESSION_H
#define WRAPPERS_OWN_SESSION_H

#include "wrap.h"

/* processes: size of mpi://WORLD.  Local. */
bool own_session_open(int *processes);
/* Creates a communicator of mpi://WORLD; collective over all its processes. */
bool own_session_comm(MPI_Comm *comm);
void own_session_close(void);

#endif
