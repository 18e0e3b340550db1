/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mpi_group.h - the processes of MPI_COMM_WORLD as a group
 * (archive/workers/process_group.h).
 *
 * Shape: process 0 does its caller's work and sends orders to the others,
 * which serve until dismissed.  A waiting process sleeps, so that processes
 * sharing a core leave it to those that work.
 * Threads: one owner.  Errors: MPI errors end all processes, as the default
 * error handler does.
 */
#ifndef TOOLS_MPI_MPI_GROUP_H
#define TOOLS_MPI_MPI_GROUP_H

#include "archive/workers/process_group.h"

/* Calls MPI_Init, the only setup a group needs. */
void mpi_group_begin(struct process_group *group, int *count,
                     char ***arguments);
/* Called by all but process 0; returns the exit status of process 0. */
int mpi_group_serve(const struct process_group *group);
/* Called by process 0: ends the others, with its exit status. */
void mpi_group_dismiss(const struct process_group *group, int exit_status);
void mpi_group_end(void); /* calls MPI_Finalize */

#endif
