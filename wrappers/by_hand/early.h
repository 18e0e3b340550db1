/*
 * early.h - calls in sessions before the measurement can begin.
 *
 * It can begin when all processes are known to be there, which is when the
 * program has made a communicator of all of them.  What it called up to then
 * is kept here, with its time, and told to the core.
 * Threads: any.  Memory: up to a limit; calls beyond it are counted.
 */
#ifndef WRAPPERS_EARLY_H
#define WRAPPERS_EARLY_H

#include "wrap.h"

/* For hook_state.ops. */
extern const struct hook_ops early_ops;

/* Into start->early...; they stay until early_clear(), whatever other threads
 * call meanwhile. */
void early_tell(struct hook_start *start);
void early_clear(void);

#endif
