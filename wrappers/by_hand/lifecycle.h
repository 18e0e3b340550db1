/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * lifecycle.h - MPI_Init, MPI_Finalize: start and end of the measurement.
 *
 * Call ..._enter before the real call, ..._leave after it, in every language.
 * Enter returns false, and leave is then a no-op, in a nested call (Fortran
 * procedures that call the C ones) and when nothing is measured.
 * Threads: MPI calls these from one thread.  Errors: a start that fails prints
 * the reason and leaves the program unmeasured.
 */
#ifndef WRAPPERS_BY_HAND_LIFECYCLE_H
#define WRAPPERS_BY_HAND_LIFECYCLE_H

#include "sessions.h"
#include "start.h"

bool init_enter(struct hook_call *call, uint32_t id, uint32_t interface,
                struct hook_caller from);
void init_leave(struct hook_call *call, bool outermost);

/* Writes everything. */
bool finalize_enter(struct hook_call *call, uint32_t id, uint32_t interface,
                    struct hook_caller from);
void finalize_leave(struct hook_call *call, bool outermost);

#endif
