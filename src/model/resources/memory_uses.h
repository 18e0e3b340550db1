/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * memory_uses.h - how much memory of a rank was in use over time, as a tool that
 * wrote the trace recorded it: that of an accelerator, of the host, of MPI.
 *
 * Shape: an entry for each (name, place), such as "CUDA Memory" of "CUDA Context
 * 1"; its bins, all of one width, begin with the run.
 * Units: bytes; ns since the start of the run.  Threads: one owner.  Memory:
 * memory_uses_clear().  Errors: STATUS_BAD_FORMAT for damaged input, or no
 * memory; not logged.
 */
#ifndef MODEL_RESOURCES_MEMORY_USES_H
#define MODEL_RESOURCES_MEMORY_USES_H

#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"

#define MEMORY_BINS 120
#define MEMORY_USES 64 /* of a rank, at most */

struct memory_use {
    char *name, *place; /* place: "" is the process */
    uint64_t readings, most, most_at;
    uint64_t mean, last;           /* of the measured part; at its end */
    uint64_t highest[MEMORY_BINS]; /* in each bin */
    /* Only while it is read: when the last change was, and bytes x time, in
     * ticks. */
    uint64_t since;
    double area;
};

struct memory_uses {
    uint64_t width; /* of a bin */
    struct memory_use *items;
    uint32_t count;
};

/* The entry, which is added if it is new; NULL without memory, or if there are
 * MEMORY_USES already. */
struct memory_use *memory_uses_get(struct memory_uses *uses, const char *name,
                                   const char *place);
/* Counts the memory in use last, use->last, for the time between these. */
void memory_uses_hold(const struct memory_uses *uses, struct memory_use *use,
                      uint64_t from, uint64_t to);
void memory_uses_clear(struct memory_uses *uses);

/* Field order: share/doc/profile-format.md.  Encode only if there are some. */
void memory_uses_encode(const struct memory_uses *uses,
                        struct bytes_writer *out);
enum status memory_uses_decode(struct bytes_reader *in,
                               struct memory_uses *out);

#endif
