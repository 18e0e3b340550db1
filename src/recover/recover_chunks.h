/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_chunks.h - the chunks of events in a rank's file, and its locations.
 *
 * Chunks lie in the file owned by recover_chunks.rank; chunks of a size other
 * than the run's are ignored.
 * Units: ticks of the rank's clock.  Threads: one owner.  Memory: freed by
 * recover_chunks_close().  Errors: recover_rank_open() logs its own.
 */
#ifndef RECOVER_RECOVER_CHUNKS_H
#define RECOVER_RECOVER_CHUNKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "model/clock_line.h"
#include "recover/recover_events.h"
#include "recover/trace_recovery.h"
#include "recover/recover_rank.h"

struct recover_chunks {
    struct recover_rank rank;
    struct clock_line line;
    struct recover_chunk *chunks;
    size_t chunk_count;
    uint64_t *locations; /* ascending: locations with chunks or a file */
    size_t location_count;
};

/* The first rank with chunks sets recovery->chunk_bytes.  STATUS_NOT_FOUND:
 * the rank has no file.  On errors *out is empty, and may be closed. */
enum status recover_chunks_open(struct trace_recovery *recovery,
                                uint32_t number, struct recover_chunks *out);
void recover_chunks_close(struct recover_chunks *kept);

#endif
