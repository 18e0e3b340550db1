/*
 * recover_events.h - the event records of a location whose writer was stopped.
 *
 * They are the chunks of its file, and behind these the chunks that its rank
 * left in persisted memory (live/persist_chunk.h): all are of one size, and
 * each says as how many-th events its records count.  What a record is, is told
 * by its form alone (OTF2 3): the first that does not hold was being written,
 * and ends the events; what is behind it, or behind a chunk that is not there,
 * is lost. Units: ticks of the rank's clock.  Threads: one owner.  Memory: as
 * each function says.  Errors: not logged.
 */
#ifndef RECOVER_RECOVER_EVENTS_H
#define RECOVER_RECOVER_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define LEFT_CHUNK_HEAD 18 /* bytes before the first record of a chunk */
#define RECOVER_METRIC_BYTES 160

/* What was found so far, from the first event on. */
struct recover_scan {
    uint64_t events;
    uint64_t first, last; /* times of those */
    uint32_t *open;       /* regions entered and not left, outermost first */
    size_t open_count;
    uint8_t *used;        /* by region id: whether it was entered; the */
    uint32_t region_count; /* caller's.  Others do not hold. */
    uint32_t call_count;  /* regions below are calls */
    uint64_t calls;       /* of them, entered */
    uint64_t samples;     /* CallingContextSample */
    uint8_t metric[RECOVER_METRIC_BYTES]; /* the last Metric record's body, */
    size_t metric_bytes;               /* 0: there was none */
    bool ended;  /* by ProgramEnd */
    bool off;    /* by MeasurementOnOff */
    bool failed; /* no memory */
};

void recover_scan_clear(struct recover_scan *scan);
/* Takes in the records of the next chunk; how many bytes of it hold, with its
 * head.  0: it does not go on where the last one ended. */
size_t recover_scan_chunk(struct recover_scan *scan, const uint8_t *chunk,
                          size_t bytes);

/* A chunk of persisted memory. */
struct recover_chunk {
    const uint8_t *data;
    uint64_t location;
    uint32_t index;
};

struct recover_source {
    int file;   /* of the location; -1: there is none */
    uint64_t file_bytes;
    uint64_t location;
    const struct recover_chunk *kept; /* of the rank */
    size_t persist_count;
    size_t chunk_bytes;
};

/* What is written: chunks, the last one as far as it holds. */
struct recover_joined {
    uint64_t chunks;
    size_t used; /* of the last one */
    bool lost; /* there were records that do not hold, or do not go on */
};
/* Into a file, from its begin on. */
enum status recover_events_join(const struct recover_source *source, int out,
                                struct recover_scan *scan,
                                struct recover_joined *joined);
/* Behind these what OTF2 has written as a file of its own: its events count
 * from those before on.  In the last chunk, where it fits. */
enum status recover_events_append(int out, const struct recover_joined *joined,
                                  int tail, size_t chunk_bytes,
                                  uint64_t events);

#endif
