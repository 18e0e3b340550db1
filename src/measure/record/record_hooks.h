/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_hooks.h - the hooks of MPI calls, each section in the file of its name,
 * such as record_p2p.c; hook.h says when a wrapper calls which.
 * Threads: the one that called MPI.  Memory: the thread's, and the tables
 * of measure/track.  Errors: none towards the program; hook_leave() restores
 * errno.
 */
#ifndef MEASURE_RECORD_RECORD_HOOKS_H
#define MEASURE_RECORD_RECORD_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "measure/record/hook.h"

/* ---- p2p ---- */

void record_send(struct hook_call *call, int64_t count, MPI_Datatype type,
                 int dest, int tag, MPI_Comm comm);
void record_isend(struct hook_call *call, int64_t count, MPI_Datatype type,
                  int dest, int tag, MPI_Comm comm, MPI_Request request,
                  bool persistent);
void record_recv(struct hook_call *call, MPI_Datatype type, int source,
                 MPI_Comm comm, const MPI_Status *status);
void record_irecv(struct hook_call *call, int64_t count, MPI_Datatype type,
                  int source, int tag, MPI_Comm comm, MPI_Request request,
                  bool persistent);
void record_sendrecv(struct hook_call *call, const struct hook_sendrecv *args);
void record_mprobe(struct hook_call *call, MPI_Comm comm, MPI_Message message);
void record_mrecv(struct hook_call *call, MPI_Message message,
                  MPI_Datatype type, const MPI_Status *status,
                  const MPI_Request *request);

/* ---- collective ---- */

void record_collective(struct hook_call *call,
                       const struct hook_collective *args);

/* ---- completion: Start, Wait, Test, Request_free, Cancel ---- */

void record_start(struct hook_call *call, int count,
                  const MPI_Request *requests);
void record_complete(struct hook_call *call,
                     const struct hook_completion *outcome);
void record_request_free(struct hook_call *call, MPI_Request request);
void record_cancel(struct hook_call *call, MPI_Request request);

/* ---- comm: communicators, datatypes and MPI_Pcontrol ---- */

void record_comm_created(struct hook_call *call, MPI_Comm parent,
                         MPI_Comm created, const MPI_Request *request);
void record_comm_freed(struct hook_call *call, MPI_Comm comm);
void record_comm_named(struct hook_call *call, MPI_Comm comm,
                       const char *name);
void record_type_freed(MPI_Datatype type);
void record_pcontrol(struct hook_call *call, int level);

/* ---- rma ---- */

/* Bytes count at the call that starts a transfer, whenever that takes place. */

/* Gives a window its WINDOW definition; for windows_setup(). */
struct window;
void record_new_window(struct window *window, void *context);

void record_rma(struct hook_call *call, const struct hook_rma *args);
void record_window_synced(struct hook_call *call,
                          const struct hook_sync *args);
void record_on_window(struct hook_call *call, MPI_Win win);
void record_window_created(struct hook_call *call, MPI_Comm comm,
                           MPI_Win created);
void record_window_freed(struct hook_call *call, MPI_Win win);
void record_window_named(struct hook_call *call, MPI_Win win,
                         const char *name);

/* ---- io ---- */

/* Bytes count where their number is known: at the call itself, the end of a split
 * collective one, or the Wait or Test that completes a request. */

/* Gives a file its FILE definition; for files_setup(). */
struct file;
void record_new_file(struct file *file, const char *name, void *context);

void record_io(struct hook_call *call, const struct hook_io *args);
void record_on_file(struct hook_call *call, MPI_File file);
void record_file_opened(struct hook_call *call, MPI_Comm comm,
                        const char *name, int mode, MPI_File opened);
void record_file_sought(struct hook_call *call, MPI_File file, int64_t offset,
                        int whence);
void record_file_closed(struct hook_call *call, MPI_File file);
void record_file_deleted(struct hook_call *call, const char *name);

/* Bytes read or written according to a status; `wanted' if the status does not
 * say. */
uint64_t file_bytes(const MPI_Status *status, uint64_t wanted);

#endif
