/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * open_objects.h - reports objects at MPI_Finalize: windows and files left
 * open; communicators, windows, files and regions of all ranks that share a
 * row; requests beyond the tracking limit; and calls of a Python program
 * without a Python line.
 *
 * Threads: one.  The caller folds the words over all ranks (exchange.h).
 */
#ifndef MEASURE_SESSION_OPEN_OBJECTS_H
#define MEASURE_SESSION_OPEN_OBJECTS_H

#include <stdint.h>

#include "base/strbuf.h"
#include "measure/comm/exchange.h"

#define OPEN_OBJECTS_WORDS 17

extern const enum exchange_fold open_objects_folds[OPEN_OBJECTS_WORDS];

/* Counts on this rank. */
void open_objects_count(uint64_t *words);
/* Reports the counts of all ranks, one line each. */
void open_objects_tell(const uint64_t *words, struct strbuf *remarks);

#endif
