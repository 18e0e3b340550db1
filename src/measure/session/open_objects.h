/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * open_objects.h - reports objects at MPI_Finalize: windows and files left
 * open; communicators, windows, files and regions of all ranks that share a
 * row; requests beyond the tracking limit; calls of a Python program without a
 * Python line; and calls that were left without a return.
 *
 * Threads: one.  The caller folds the words over all ranks (exchange.h).
 */
#ifndef MEASURE_SESSION_OPEN_OBJECTS_H
#define MEASURE_SESSION_OPEN_OBJECTS_H

#include <stdint.h>

#include "base/strbuf.h"
#include "measure/comm/exchange.h"

#define OPEN_OBJECTS_WORDS 18

extern const enum exchange_fold open_objects_folds[OPEN_OBJECTS_WORDS];

/* Counts on this rank. */
void open_objects_count(uint64_t *words);
/* Reports the counts of all ranks, one line each. */
void open_objects_tell(const uint64_t *words, struct strbuf *remarks);
/* Reports which calls were left without a return, if there were any.
 * Collective over all ranks, with the folded words. */
void open_objects_tell_left(MPI_Comm comm, const uint64_t *words,
                            struct strbuf *remarks);

#endif
