/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_events.h - recovers the event records of a location whose writer was
 * stopped.
 *
 * Events are the chunks of the location's file, followed by the chunks that
 * its rank left in persisted memory (live/persist_chunk.h): all have one size,
 * and each states the number of its first event.  Records are recognised by
 * their form alone (OTF2 3): the first invalid record was being written, and
 * ends the events; everything behind it, or behind a missing chunk, is lost.
 * Units: ticks of the rank's clock.  Threads: one owner.  Memory: as each
 * function says.  Errors: not logged.
 */
#ifndef RECOVER_RECOVER_EVENTS_H
#define RECOVER_RECOVER_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define LEFT_CHUNK_HEAD 18 /* bytes before the first record of a chunk */
#define RECOVER_METRIC_BYTES 160

/* Results so far, from the first event on. */
struct recover_scan {
    uint64_t events;
    uint64_t first, last; /* times of the first and last event */
    uint32_t *open;       /* regions entered and not left, outermost first */
    size_t open_count;
    uint8_t *used;         /* by region id: whether entered; the caller's */
    uint32_t region_count; /* size of used; other region ids are invalid */
    uint32_t call_count;   /* region ids below this are calls */
    uint64_t calls;        /* number of calls entered */
    uint64_t samples;      /* CallingContextSample */
    uint8_t metric[RECOVER_METRIC_BYTES]; /* body of the last Metric record */
    size_t metric_bytes; /* size of metric; 0: no such record */
    bool ended;          /* ProgramEnd seen */
    bool off;            /* MeasurementOnOff seen: off */
    bool failed;         /* out of memory */
};

void recover_scan_clear(struct recover_scan *scan);
/* Scans the next chunk; returns the number of valid bytes, including its head.
 * 0: the chunk does not continue the previous one. */
size_t recover_scan_chunk(struct recover_scan *scan, const uint8_t *chunk,
                          size_t bytes);

/* A chunk of persisted memory. */
struct recover_chunk {
    const uint8_t *data;
    uint64_t location;
    uint32_t index;
};

struct recover_source {
    int file; /* file of the location; -1: none */
    uint64_t file_bytes;
    uint64_t location;
    const struct recover_chunk *kept; /* chunks of the rank */
    size_t kept_count;
    size_t chunk_bytes;
};

/* Chunks written, the last one up to its valid part. */
struct recover_joined {
    uint64_t chunks;
    size_t used; /* bytes used in the last chunk */
    bool lost;   /* some records were invalid or out of sequence */
};
/* Writes to the start of a file. */
enum status recover_events_join(const struct recover_source *source, int out,
                                struct recover_scan *scan,
                                struct recover_joined *joined);
/* Appends a tail written by OTF2 as a separate file: its events continue the
 * count.  Uses the last chunk if the tail fits. */
enum status recover_events_append(int out, const struct recover_joined *joined,
                                  int tail, size_t chunk_bytes,
                                  uint64_t events);

#endif
