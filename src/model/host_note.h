/*
 * host_note.h - what is known of a host besides its name.
 *
 * Encoded into the note of a HOST definition.  Times of its clock are told
 * against that of rank 0's host; of the host itself they are 0.
 * Units: nanoseconds; drift in ns per second.  Memory: decode allocates cpu,
 * clear frees it.  Errors: STATUS_BAD_FORMAT, STATUS_NO_MEMORY; logged.
 */
#ifndef MODEL_HOST_NOTE_H
#define MODEL_HOST_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"

struct host_note {
    char *cpu;          /* model of the processor, "" unknown */
    bool compared;      /* it has a clock of its own; else the rest is 0 */
    int64_t ahead_ns;   /* at the start of the run */
    uint64_t error_ns;  /* the larger of those at start and end */
    int64_t drift;      /* what it gained from start to end */
    uint64_t memory_bytes; /* main memory; 0: unknown */
};

void host_note_encode(const struct host_note *note, struct bytes_writer *out);
enum status host_note_decode(const void *data, size_t size,
                             struct host_note *out);
void host_note_clear(struct host_note *note);

#endif
