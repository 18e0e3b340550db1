/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * by_rank.h - what every function took on every rank.
 *
 * Ranks are added one by one and read again in any order.  Beyond BY_RANK_MEMORY
 * the values are in an unnamed file, so that memory does not grow with functions
 * times ranks.
 * Units: ns.  Threads: one owner.  Memory: by_rank_clear() frees; all zero is an
 * empty one.  Errors: stick in `failed', which is logged once.
 */
#ifndef PYPROF_BY_RANK_H
#define PYPROF_BY_RANK_H

#include "base/bytes.h"

#define BY_RANK_MEMORY (128u << 10) /* bytes */

/* `work': of functions of the program, see merged.h. */
struct by_rank_cell {
    uint32_t function;
    uint64_t own, cumulative, work, calls, primitive;
};

struct by_rank {
    struct bytes_writer tail; /* what is not in the file yet */
    uint64_t *ends;           /* of each rank, from the start of the file */
    size_t ranks;
    uint64_t written; /* bytes in the file */
    int file;         /* if has_file */
    bool has_file, failed;
};

/* Adds to the current rank; functions ascend. */
void by_rank_put(struct by_rank *by_rank, const struct by_rank_cell *cell);
/* Ends the current rank. */
void by_rank_end(struct by_rank *by_rank);
/* Calls back for each cell of a rank, by its position.  Returns false, with
 * `failed' unchanged, where it cannot be read. */
bool by_rank_read(const struct by_rank *by_rank, size_t rank,
                  void (*take)(void *context, const struct by_rank_cell *cell),
                  void *context);
void by_rank_clear(struct by_rank *by_rank);

#endif
