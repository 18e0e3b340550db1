/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * session_snapshot.h - writes this rank's state to a snapshot file on request
 * while the job runs.
 *
 * Requests come from SIGUSR1, unless the program uses that signal; from
 * MPI_Pcontrol(2); and, every MPIPROF_SNAPSHOT seconds, from a thread of ours
 * that takes no signals.  A snapshot is a copy of the persisted memory
 * (live/persist.h), replaced atomically, and read like its file.  Not
 * collective.
 * Threads: begin and end one; snapshot_pcontrol() any.
 * Errors: rank 0 reports once why there is no snapshot; the job continues.
 */
#ifndef MEASURE_SESSION_SESSION_SNAPSHOT_H
#define MEASURE_SESSION_SESSION_SNAPSHOT_H

#include "measure/crash/signals.h"
#include "measure/record/hook.h"

/* Call after the head of the persisted memory is complete. usr1: action of
 * SIGUSR1 before MPI began, or NULL if unknown. */
void snapshots_begin(signals_of_mpi_function *is_of_mpi,
                     const struct sigaction *usr1);
/* The ops->pcontrol hook. */
void snapshot_pcontrol(struct hook_call *call, int level);
/* Stops snapshots from here on. */
void snapshots_end(void);
/* Deletes this rank's snapshot, and the folder with the last one. */
void snapshots_remove(void);

#endif
