/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_rma.h - the hooks of windows and one-sided calls; see hook.h.
 *
 * Bytes count at the call that starts a transfer, whenever the transfer takes
 * place.
 */
#ifndef MEASURE_RECORD_RECORD_RMA_H
#define MEASURE_RECORD_RECORD_RMA_H

#include "measure/record/hook.h"

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

#endif
