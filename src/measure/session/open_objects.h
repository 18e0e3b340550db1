/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * open_objects.h - reports objects at MPI_Finalize: windows and files left
 * open; communicators, windows, files and regions of all ranks that share a
 * row; requests beyond the tracking limit; calls of a Python program without a
 * Python line; calls that were left without returning; and all else that each
 * rank counts (model/remark.h).
 *
 * Threads: one.  The caller folds the words over all ranks (exchange.h).
 */
#ifndef MEASURE_SESSION_OPEN_OBJECTS_H
#define MEASURE_SESSION_OPEN_OBJECTS_H

#include <stdint.h>

#include "measure/comm/exchange.h"
#include "model/remark.h"

#define OPEN_OBJECTS_WORDS (3 * REMARKS_COUNTED)

/* Counts on this rank, by code. */
void open_objects_count(uint64_t *counted);
/* The words of this rank: whether it has any, how many, twice. */
void open_objects_fold(const uint64_t *counted, uint64_t *words,
                       enum exchange_fold *folds);
/* Adds what the folded words say.  Collective over all ranks. */
void open_objects_remark(MPI_Comm comm, const uint64_t *words,
                         struct remarks *remarks);

#endif
