/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * call_levels.h - time by class of call in equal bins of a run, by row, where
 * its single calls have no room.
 *
 * Shape: a row is a rank or a thread.  The finest level has as many bins as the
 * caller has cells for, a power of two; each coarser one is twice as coarse, and
 * its times are sums of neighbours, so that no time is lost or rounded.
 * Units: ns since the start of the time line.  Threads: one owner.
 * Memory: call_levels_clear().
 */
#ifndef REPORT_CALL_LEVELS_H
#define REPORT_CALL_LEVELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/call.h"

#define CALL_LEVELS_BINS 65536u /* at most */
/* Times: of enum call_class, and of pauses of the recording, whose place
 * between two calls is unknown: they end where the next call begins. */
#define CALL_LEVELS_PAUSE CALL_CLASS_COUNT
#define CALL_LEVELS_TIMES (CALL_CLASS_COUNT + 1)

struct call_levels {
    uint32_t rows, bins;
    uint64_t width;  /* ns per bin */
    uint64_t *time;  /* [rows][bins][CALL_LEVELS_TIMES] */
    uint64_t *calls; /* [bins]: how many begin there, in all rows */
};

/* cells: limit on rows x bins; with fewer than one bin per row there are none.
 * False without memory. */
bool call_levels_init(struct call_levels *levels, uint32_t rows,
                      uint64_t length, size_t cells);
void call_levels_clear(struct call_levels *levels);
/* Ignores time behind the end. */
void call_levels_add(struct call_levels *levels, uint32_t row, uint32_t what,
                     uint64_t begin, uint64_t end);
/* Sums `count' neighbouring bins. */
uint64_t call_levels_time(const struct call_levels *levels, uint32_t row,
                          uint32_t bin, uint32_t count, uint32_t what);

#endif
