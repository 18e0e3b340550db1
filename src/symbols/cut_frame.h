/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cut_frame.h - the frame that stands for those a call path has no room for.
 *
 * A path of more frames than MPIPROF_CALLPATH keeps the outermost and the
 * innermost; between them is one FRAME "...", of a MODULE with that key.  Trees
 * of functions show this frame; tables of single functions leave it out.
 * Threads: the table's owner.  Memory: the table's.
 */
#ifndef SYMBOLS_CUT_FRAME_H
#define SYMBOLS_CUT_FRAME_H

#include <stdbool.h>

#include "model/definitions.h"

/* Returns the FRAME's id; DEFINITION_NONE without memory. */
uint32_t cut_frame_define(struct definitions *table);
bool cut_frame_is(const struct definitions *table, uint32_t frame);

#endif
