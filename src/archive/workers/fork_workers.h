/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fork_workers.h - the ranks of a trace, distributed over processes.
 *
 * Threads: one owner.  Errors: logged, unless a function says otherwise.
 */
#ifndef ARCHIVE_WORKERS_FORK_WORKERS_H
#define ARCHIVE_WORKERS_FORK_WORKERS_H

#include "archive/events/reading.h"

/* Reads all ranks with `workers' new processes. */
enum status fork_workers_read(struct reading *reading, uint32_t workers);

/* Assigns ranks to processes; bytes: adds up the event bytes of the ranks of
 * each process, or NULL.  False without memory. */
bool read_divide_ranks(struct reading *reading, uint32_t workers,
                       uint32_t *worker_of, uint64_t *bytes);
/* Reads this worker's ranks into a file of packets (rank_packet.h). */
enum status read_own_ranks(struct reading *reading, int packets);
/* Empties the file for another attempt; false on failure. */
bool read_own_ranks_empty(int packets);
/* Merges the packets of `count' workers, with worker_of giving the worker of
 * each rank. */
enum status merge_results(struct reading *reading, const int *packets,
                          uint32_t count);

#endif
