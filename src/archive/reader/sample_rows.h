/*
 * sample_rows.h - sums the samples of one rank from its events.
 *
 * Shape: a row per (call path, region), outside MPI; see model/samples.h.
 * Threads: one owner.  Memory: grows with distinct rows; reused for each rank.
 * Errors: out of memory sticks in `failed'.
 */
#ifndef ARCHIVE_READER_SAMPLE_ROWS_H
#define ARCHIVE_READER_SAMPLE_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/samples.h"

struct sample_rows {
    struct sample_row *rows;
    uint32_t *slots; /* index + 1 into rows, 0: empty */
    uint32_t count, room, mask;
    bool failed;
};

void sample_rows_clear(struct sample_rows *list);
/* Resets for the next rank. */
void sample_rows_reset(struct sample_rows *list);
/* Adds one of `together' samples taken as one. */
void sample_rows_add(struct sample_rows *list, uint32_t path, uint32_t region,
                     uint64_t together);
/* Appends copies of the rows in profile order; the caller frees.  False
 * without memory. */
bool sample_rows_take(const struct sample_rows *list, struct samples *out);

#endif
