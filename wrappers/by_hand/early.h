/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * early.h - keeps calls in sessions until the measurement can begin.
 *
 * The measurement can begin once all processes are known, i.e. when the
 * program has created a communicator of all of them.  Earlier calls are kept
 * here, with their times, and then passed to the core.
 * Threads: any.  Memory: up to a limit; calls beyond it are counted.
 */
#ifndef WRAPPERS_BY_HAND_EARLY_H
#define WRAPPERS_BY_HAND_EARLY_H

#include "wrap.h"

/* For hook_state.ops, but without comm_created and unfinished. */
extern const struct hook_ops early_ops;

/* Whether the process is awake, and waits for a communicator of all processes. */
bool early_is_on(void);
void early_set(bool on);

/* Stores the calls in start->early...; they stay until early_clear(), whatever
 * other threads call meanwhile. */
void early_tell(struct hook_start *start);
void early_clear(void);

#endif
