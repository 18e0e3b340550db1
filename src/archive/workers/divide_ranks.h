/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * divide_ranks.h - divides an archive's ranks among workers.
 *
 * Threads: any.
 */
#ifndef ARCHIVE_WORKERS_DIVIDE_RANKS_H
#define ARCHIVE_WORKERS_DIVIDE_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Number of workers for an archive with `bytes' in `files': one if small, else
 * the number of cores this process may use, at most eight. */
uint32_t divide_ranks_workers(uint64_t bytes, size_t files);

/* Assigns ranks, largest first, each to the worker with the least; ranks
 * without bytes are assigned, too.  Equal input gives equal shares. worker_of:
 * room for one entry per rank.  False without memory. */
bool divide_ranks(const uint64_t *bytes, uint32_t ranks, uint32_t workers,
                  uint32_t *worker_of);

#endif
