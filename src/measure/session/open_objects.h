/*
 * open_objects.h - says which windows and files were left open at MPI_Finalize,
 * which communicators, windows, files and regions of all ranks share a row,
 * whether there were more requests than are followed, and which calls of a
 * Python program have no line of it.
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

/* Of this rank. */
void open_objects_count(uint64_t *words);
/* Of all ranks, a line each. */
void open_objects_tell(const uint64_t *words, struct strbuf *remarks);

#endif
