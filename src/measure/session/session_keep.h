/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * session_keep.h - persists a rank's data in case it does not reach
 * MPI_Finalize.
 *
 * Each rank keeps its tables in a file (live/persist.h, live/persist_file.h)
 * from the start of the session to its end.  Without a file, recording works
 * as usual.  Collective: only keep_open().
 * Threads: one, except keep_note_end(), which any may call, also in a signal
 * handler.  Memory: the mapped file, until keep_close().  Errors: a directory
 * of MPIPROF_SCRATCH that cannot be used is reported once.
 */
#ifndef MEASURE_SESSION_SESSION_KEEP_H
#define MEASURE_SESSION_SESSION_KEEP_H

#include <stdbool.h>
#include <stdint.h>

#include "model/ending.h"

struct sigaction;

/* Creates the file; it contains all memory reserved from here on. */
void keep_open(void);
/* Whether each rank has room for that many bytes besides its tables. */
bool keep_has_room(uint64_t bytes);
/* Starts the run: marks the head as valid, and watches signals. usr1: action
 * of SIGUSR1 before MPI began, or NULL. */
void keep_begin(const struct sigaction *usr1);
/* Notes how this process ended; only the first note counts. */
void keep_note_end(enum ending_kind how, int code);
/* Marks the tables as complete up to those ticks. */
void keep_closed(uint64_t end);
/* Call before the tables are released. remove: all data is written elsewhere,
 * the file is no longer needed. */
void keep_close(bool remove);
/* Call after the tables are released: NFS and FUSE keep a file in use under
 * another name in its folder. */
void keep_end(void);

#endif
