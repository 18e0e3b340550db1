/*
 * mpi_group.h - the processes of MPI_COMM_WORLD as a group
 * (archive/workers/process_group.h).
 *
 * Shape: process 0 does what it is asked for and sends the others orders; these
 * serve until it says that all is over.  Who waits sleeps, so that processes
 * that share a core leave it to those that work.
 * Threads: one owner.  Errors: those of MPI end all processes, as the default
 * error handler does.
 */
#ifndef TOOLS_MPI_GROUP_H
#define TOOLS_MPI_GROUP_H

#include "archive/workers/process_group.h"

/* MPI_Init; the functions of a group need no more. */
void mpi_group_begin(struct process_group *group, int *count,
                     char ***arguments);
/* By all but process 0: the exit status of that. */
int mpi_group_serve(const struct process_group *group);
/* By process 0: the others end, with its exit status. */
void mpi_group_dismiss(const struct process_group *group, int exit_status);
void mpi_group_end(void); /* MPI_Finalize */

#endif
