/*
 * session_keep.h - what a rank leaves behind if it does not reach
 * MPI_Finalize.
 *
 * Each rank keeps its tables in a file (live/persist.h, live/persist_file.h)
 * from the start of the session to its end.  Where there can be no file all is
 * as without.  Collective: keep_open(), no other. Threads: one, except
 * keep_note_end(), which any may call, also in a signal handler.
 */
#ifndef MEASURE_SESSION_SESSION_KEEP_H
#define MEASURE_SESSION_SESSION_KEEP_H

#include <stdbool.h>
#include <stdint.h>

#include "model/ending.h"

struct sigaction;

/* Makes the file; what is reserved from here on is in it. */
void keep_open(void);
/* Whether each rank may keep so many bytes besides its tables. */
bool keep_has_room(uint64_t bytes);
/* The run has begun: what the head says is right, and signals are noted.
 * usr1: of SIGUSR1, the action before MPI began, or NULL. */
void keep_begin(const struct sigaction *usr1);
/* The first that says how this process ended is believed. */
void keep_note_end(enum ending_kind how, int code);
/* The tables are complete: their last stretch ended at those ticks. */
void keep_closed(uint64_t end);
/* Before the tables are given back.  remove: everything is written elsewhere,
 * the file is of no use any more. */
void keep_close(bool remove);
/* After they were given back: NFS and FUSE keep a file that is in use, under
 * another name in its folder. */
void keep_end(void);

#endif
