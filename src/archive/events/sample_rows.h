/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sample_rows.h - sums the samples of one rank from its events.
 *
 * Shape: a row per (call path, region), outside MPI; see model/samples.h.
 * Threads: one owner.  Memory: grows with distinct rows; reused for each rank.
 * Errors: out of memory sticks in `failed'.
 */
#ifndef ARCHIVE_EVENTS_SAMPLE_ROWS_H
#define ARCHIVE_EVENTS_SAMPLE_ROWS_H

#include "base/map.h"
#include "model/samples.h"

struct sample_rows {
    MAP_OF(struct sample_row, rows, count);
    bool failed;
};

/* One of `together' that were taken as one. */
void sample_rows_add(struct sample_rows *list, uint32_t path, uint32_t region,
                     uint64_t together);
/* Appends copies of the rows in profile order; the caller frees.  False
 * without memory. */
bool sample_rows_take(const struct sample_rows *list, struct samples *out);

#endif
