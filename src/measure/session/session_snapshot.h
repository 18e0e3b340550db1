/*
 * session_snapshot.h - the state of this rank in a file of its own, whenever
 * somebody asks for it while the job runs.
 *
 * SIGUSR1 asks, where the program leaves that signal alone; MPI_Pcontrol(2);
 * and, every MPIPROF_SNAPSHOT seconds, a thread of ours that takes no signals.
 * A snapshot is a copy of what is kept (live/persist.h), replaced as a whole,
 * and is read like that.  Not collective. Threads: begin and end one;
 * snapshot_take() any, also in a signal handler. Errors: rank 0 says once why
 * there is none; the job goes on.
 */
#ifndef MEASURE_SESSION_SESSION_SNAPSHOT_H
#define MEASURE_SESSION_SESSION_SNAPSHOT_H

#include "measure/crash/signals.h"
#include "measure/record/hook.h"

/* After the head of what is kept is complete.  usr1: of SIGUSR1, the action
 * before MPI began, or NULL where that is not known. */
void snapshots_begin(signals_of_mpi_function *is_of_mpi,
                     const struct sigaction *usr1);
void snapshot_take(void);
/* The ops->pcontrol hook. */
void snapshot_pcontrol(struct hook_call *call, int level);
/* None is being made from here on. */
void snapshots_end(void);
/* The own one goes, and the folder with the last. */
void snapshots_remove(void);

#endif
