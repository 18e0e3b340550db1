/*
 * shares.h - how many workers read an archive, and which ranks each of them.
 *
 * Threads: any.
 */
#ifndef ARCHIVE_WORKERS_SHARES_H
#define ARCHIVE_WORKERS_SHARES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHARES_MOST 256u /* workers that may be asked for */

/* For an archive of so many bytes in so many files: one where it is small, else
 * as many as this process may use processors, but no more than eight. */
uint32_t shares_default(uint64_t bytes, size_t files);

/* The largest first, each to the worker that has the least; ranks without
 * bytes, too, belong to one.  Equal input gives equal shares.  worker_of: room
 * for as many as there are ranks.  False: no memory. */
bool shares_spread(const uint64_t *bytes, uint32_t ranks, uint32_t workers,
                   uint32_t *worker_of);

#endif
