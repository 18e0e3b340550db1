/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wake.h - starts the measurement when MPI comes into use, in sessions or not.
 */
#ifndef WRAPPERS_BY_HAND_WAKE_H
#define WRAPPERS_BY_HAND_WAKE_H

#include "wrap.h"

/* Sets hook_state.mode to ON or OFF.  The thread is inside
 * mpiprof. */
void start_measuring(const struct hook_call *init);

#endif
