/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * regions.h - regions of the program that are open before the measurement.
 */
#ifndef WRAPPERS_BY_HAND_REGIONS_H
#define WRAPPERS_BY_HAND_REGIONS_H

#include "wrap.h"

/* Regions of this thread before the start: keep and drop track them, replay
 * passes those still open to the core.  Functions have no name. */
void regions_keep(const char *name, const char *file, int line,
                  struct hook_range range);
void regions_drop(struct hook_range range);
void regions_replay(void);

#endif
