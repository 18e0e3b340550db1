/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * host_note.h - properties of a host beyond its name.
 *
 * Encoded into the note of a HOST definition.  Clock values compare the host's
 * clock with the clock of rank 0's host, for which they are 0.
 * Units: nanoseconds; drift in ns per second.  Memory: decode allocates cpu,
 * clear frees it.  Errors: STATUS_BAD_FORMAT, STATUS_NO_MEMORY; logged.
 */
#ifndef MODEL_NOTES_HOST_NOTE_H
#define MODEL_NOTES_HOST_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"

struct host_note {
    char *cpu;         /* processor model, "" unknown */
    bool compared;     /* the host has a clock of its own; false: clock values
                         * are 0 */
    int64_t ahead_ns;  /* offset at the start of the run */
    uint64_t error_ns; /* the larger error of start and end */
    int64_t drift;     /* gain from start to end */
    uint64_t memory_bytes; /* main memory; 0: unknown */
};

void host_note_encode(const struct host_note *note, struct bytes_writer *out);
enum status host_note_decode(const void *data, size_t size,
                             struct host_note *out);
void host_note_clear(struct host_note *note);

#endif
