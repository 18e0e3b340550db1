/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wake.h - starts the measurement at MPI_Init, or later if MPI was already running;
 * sessions.c does so for sessions.
 */
#ifndef WRAPPERS_BY_HAND_WAKE_H
#define WRAPPERS_BY_HAND_WAKE_H

#include "wrap.h"

/* Sets hook_state.mode to ON or OFF.  The thread is inside
 * mpiprof. */
void start_measuring(const struct hook_call *init);

#endif
