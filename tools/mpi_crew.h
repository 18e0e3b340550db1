/*
 * mpi_crew.h - the processes of MPI_COMM_WORLD as a crew
 * (archive/workers/process_group.h).
 *
 * Shape: process 0 does what it is asked for and sends the others orders; these
 * serve until it says that all is over.  Who waits sleeps, so that processes
 * that share a core leave it to those that work.
 * Threads: one owner.  Errors: those of MPI end all processes, as the default
 * error handler does.
 */
#ifndef TOOLS_MPI_CREW_H
#define TOOLS_MPI_CREW_H

#include "archive/workers/process_group.h"

/* MPI_Init; the functions of a crew need no more. */
void mpi_crew_begin(struct crew *crew, int *count, char ***arguments);
/* By all but process 0: the exit status of that. */
int mpi_crew_serve(const struct crew *crew);
/* By process 0: the others end, with its exit status. */
void mpi_crew_dismiss(const struct crew *crew, int exit_status);
void mpi_crew_end(void); /* MPI_Finalize */

#endif
