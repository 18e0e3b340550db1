/*
 * recover_chunks.h - the chunks of events in a rank's file, and its locations.
 *
 * Chunks lie in the file, of which left_kept.rank is the owner; those of
 * another size than the run's do not count.
 * Units: ticks of the rank's clock.  Threads: one owner.  Memory: freed by
 * left_kept_close().  Errors: those of left_rank_open() are logged.
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

struct left_kept {
    struct left_rank rank;
    struct clock_line line;
    struct left_chunk *chunks;
    size_t chunk_count;
    uint64_t *locations; /* ascending: with chunks, or with a file */
    size_t location_count;
};

/* The first with chunks sets making->chunk_bytes.  STATUS_NOT_FOUND: the rank
 * has no file.  On errors *out is empty, and may be closed. */
enum status left_kept_open(struct left_making *making, uint32_t number,
                           struct left_kept *out);
void left_kept_close(struct left_kept *kept);

#endif
