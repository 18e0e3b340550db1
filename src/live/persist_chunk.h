/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * persist_chunk.h - a chunk of event records in persisted memory.
 *
 * A segment (PERSIST_CHUNKS) is a row of slots; a slot is a label followed,
 * PERSIST_CHUNK_AT bytes from its start, by the chunk: byte for byte as in the
 * file of its location, zeros where nothing is written yet.  All slots of a
 * rank have the same size; an unused slot is zeros, a hole.
 * Threads: one writer at a time.
 */
#ifndef LIVE_PERSIST_CHUNK_H
#define LIVE_PERSIST_CHUNK_H

#include <stdint.h>

#include "live/persist.h"

#define PERSIST_CHUNK_AT PERSIST_ALIGNMENT

struct persist_chunk {
    uint64_t location; /* as in the archive: thread << 32 | rank */
    uint64_t bytes;    /* size of the chunk; 0: slot never used */
    uint32_t index;    /* index of the chunk in the location's file, from 0 */
    uint32_t ready;    /* the other fields are valid; written last */
};

#endif
