/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_io.h - the hooks of MPI-IO; see hook.h.
 *
 * Bytes count where their number is known: at the call itself, the end of a
 * split collective one, or the Wait or Test that completes a request.
 */
#ifndef MEASURE_RECORD_RECORD_IO_H
#define MEASURE_RECORD_RECORD_IO_H

#include "measure/record/hook.h"

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
